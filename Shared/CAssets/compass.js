// Makes the pages quicker; they work without it. It adds no rule and no text that a service decides.

const one = (selector, root = document) => root.querySelector(selector)
const all = (selector, root = document) => [...root.querySelectorAll(selector)]

/** A message above a form or page. */
const banner = (text, kind = '') => {
  const banner = document.createElement('div')
  banner.className = `banner ${kind}`
  banner.setAttribute('role', 'status')
  banner.append(document.createElement('p'))
  banner.firstChild.textContent = text
  return banner
}

// MARK: Forms

/** The number of characters as people count them. */
const length = text => window.Intl?.Segmenter ? [...new Intl.Segmenter().segment(text)].length : [...text].length

/** Shows how much of a field's limit is used; near the limit it is also heard (IA-19). */
const count = field => {
  const counter = document.getElementById(`${field.id}-count`)
  if (!counter?.dataset.max) return
  const max = Number(counter.dataset.max), used = length(field.value)
  const shown = number => number.toLocaleString('en-US')
  counter.textContent = `${shown(used)} of ${shown(max)}`
  counter.setAttribute('aria-live', used > max * 0.9 ? 'polite' : 'off')
}

/** Shows the interest level that the switches add up to (IA-28 to IA-31). */
const score = form => {
  const levels = one('[data-action=score]', form)
  if (!levels) return
  const yes = all('[name=interest_answers]:checked', form).length
  const level = all('[data-name]', levels).sort((a, b) => a.dataset.max - b.dataset.max)
    .find(level => yes <= level.dataset.max)
  for (const each of levels.children) each.hidden = each !== level
}

/** Offers the coaches of the chosen school; another school clears the coach (IA-08 to IA-10). */
const offer = form => {
  const { school_id: school, coach_id: coach } = form.elements
  if (!coach?.dataset.none) return
  if (coach.at !== school.value) {
    const isFirst = !coach.known, chosen = isFirst && coach.value
    coach.known ??= all('option', coach).map(option => [option, option.parentNode.dataset.school])
    coach.usual ??= coach.options[0].text
    coach.at = school.value
    const offered = coach.known.filter(([, at]) => [undefined, school.value].includes(at))
    coach.replaceChildren(...offered.map(([option]) => option))
    coach.value = chosen || ''
    if (!coach.value) coach.selectedIndex = 0
    coach.options[0].text = !school.value || offered.some(([, at]) => at) ? coach.usual : coach.dataset.none
  }
  // A coach who has no school needs none.
  const isAlone = coach.known.some(([option, at]) => at === '' && option.value === coach.value)
  coach.disabled = !school.value && !isAlone
  school.ariaRequired = !isAlone
}

const senders = form => all('button[type=submit]', form)

/** Enables a form's buttons while there is a connection and what it needs is chosen (IA-48, IA-55). */
const enable = form => {
  offer(form)
  const needs = form.dataset.key ? all('select[aria-required=true]', form) : []
  // EV-36
  const numbers = all('[data-action=number]', form)
  const ready = navigator.onLine && needs.every(field => field.value)
    && numbers.every(field => /\d/.test(field.value))
  for (const button of senders(form)) button.disabled = !(button.name ? navigator.onLine : ready)
}

/** Keeps a form from being sent twice and says that it is on its way (IA-49, ID-28, CO-32, EV-22). */
const begin = (form, button) => {
  form.setAttribute('aria-busy', 'true')
  if (button?.dataset.action) {
    button.dataset.word = button.textContent
    button.textContent = button.dataset.action
  }
  for (const link of all('.submit a', form)) link.hidden = true
  // The browser collects the fields when the handlers are done.
  setTimeout(() => { for (const field of form.elements) field.disabled = true })
}

/** Makes forms usable again on a page that the browser kept. */
const end = form => {
  form.removeAttribute('aria-busy')
  for (const field of form.elements) field.disabled = false
  for (const button of all('[data-word]', form)) button.textContent = button.dataset.word
  for (const link of all('.submit a', form)) link.hidden = false
  enable(form)
}

const offline = () => {
  one('#offline')?.remove()
  if (!navigator.onLine) {
    const note = banner('You are offline. What you typed stays on this page.', 'warning')
    note.id = 'offline'
    one('main').prepend(note)
  }
  all('form[method=post]').forEach(enable)
}

// MARK: Drafts

const draftKey = form => `draft ${form.dataset.key}`
const kept = form => [...form.elements].filter(field =>
  field.name && !['hidden', 'file', 'password'].includes(field.type))

/** Keeps what was typed until it is stored. */
const save = form => {
  const values = kept(form).map(field => [field.name, field.value, field.checked === true])
  localStorage.setItem(draftKey(form), JSON.stringify(values))
}

/** Brings a draft back into a new form; one that came back from the server has its entries. */
const restore = form => {
  const draft = localStorage.getItem(draftKey(form))
  if (!draft || location.search || one('.problems, #parties .banner', form)) return
  const fields = kept(form)
  JSON.parse(draft).forEach(([name, value, checked], place) => {
    const field = fields[place]
    if (field?.name !== name) return
    if (['checkbox', 'radio'].includes(field.type)) field.checked = checked
    else field.value = value
  })
  const note = banner('Your draft is back.'), discard = document.createElement('button')
  discard.type = 'button'
  discard.className = 'btn quiet'
  discard.textContent = 'Discard'
  discard.addEventListener('click', () => {
    localStorage.removeItem(draftKey(form))
    location.reload()
  })
  note.append(discard)
  form.prepend(note)
}

const forget = () => Object.keys(localStorage).filter(key => key.startsWith('draft '))
  .forEach(key => localStorage.removeItem(key))

// MARK: Files

/** The answers after which a part is sent again. */
const passing = [429, 503, 504]

/** Sends a file in parts, on from where a broken connection stopped it. Returns why it is refused. */
const upload = async (file, proofs, record, part, note) => {
  const [text, bar] = note.children
  // It is heard only if it changes.
  const say = words => { if (text.textContent !== words) text.textContent = words }
  say(`Sending ${file.name}`)
  const digest = await crypto.subtle.digest('SHA-256', await file.slice(0, 2 ** 24).arrayBuffer())
  const sha256 = [...new Uint8Array(digest)].map(byte => byte.toString(16).padStart(2, 0)).join('')
  for (let offset = 0; ;) {
    const body = new FormData(), fields = { ...proofs, name: file.name, size: file.size, sha256, offset }
    for (const name in fields) body.append(name, fields[name])
    body.append('part', file.slice(offset, offset + part))
    bar.value = offset / file.size || 0
    const answer = await fetch(`${record}/uploads`, { method: 'POST', body }).catch(() => ({ status: 503 }))
    if (answer.status === 201) return ''
    if (answer.status === 422) return answer.text()
    if (answer.status === 204) {
      offset = Number(answer.headers.get('Upload-Offset'))
      say(`Sending ${file.name}`)
    } else if (passing.includes(answer.status)) {
      say('Waiting for the connection...')
      await new Promise(done => setTimeout(done, 1000))
    } else throw answer
  }
}

const failed = 'That did not work. Nothing was lost; try it again.'

/** Stores what a form says, and sends its files in parts (IA-35 to IA-40). */
const send = async (form, field) => {
  const body = new FormData(form), refused = []
  const proofs = { token: body.get('token'), of_family: body.get('of_family') }
  const note = banner('Sending...'), bar = document.createElement('progress')
  bar.ariaLabel = 'Upload'
  note.append(bar)
  form.prepend(note)
  let record = new URL(form.action).pathname.replace(/\/files$/, '')
  try {
    if (form.dataset.key) {
      body.delete('files')
      for (const file of field.files) {
        body.append('file_size', file.size)
        body.append('files', file.slice(0, 4096), file.name)
      }
      const answer = await fetch(record, { method: 'POST', body })
      record = new URL(answer.url).pathname
      if (!/[0-9a-f-]{36}$/.test(record)) return answer.redirected ? location.assign(answer.url) : put(await read(answer))
      forget()
    }
    for (const file of field.files) {
      const reason = await upload(file, proofs, record, Number(field.dataset.max), note)
      if (reason) refused.push(reason)
    }
    if (form.dataset.key) return location.assign(refused.length ? `${record}?done=logged-in-part` : '/interactions?done=logged')
    if (!refused.length) return location.assign(`${record}?done=attached`)
  } catch { refused.push(failed) }
  end(form)
  note.replaceWith(banner(refused.join(' '), 'bad'))
}

/** Adds a coach to the form of an interaction, whose other entries stay (IA-46). */
const join = async (form, button) => {
  const body = new FormData(form, button)
  body.delete('files')
  try {
    const answer = await fetch(form.action, { method: 'POST', body: new URLSearchParams(body) })
    const fresh = one('#parties', await read(answer))
    if (!fresh) throw answer
    one('#parties', form).replaceWith(fresh)
  } catch { form.prepend(banner(failed, 'bad')) }
  end(form)
  if (form.dataset.key) save(form)
  one('[aria-invalid=true], #field-coach_id', form).focus()
}

// MARK: Pages

/** What is said of a page that is on its way (X-29, IL-40). */
const awaited = path => ['/coaches', '/interactions'].includes(path) ? `Loading ${path.slice(1)}...`
  : /^\/interactions\/[0-9a-f-]{36}$/.test(path) ? 'Loading interaction...' : 'Loading...'

let waiting
/** Shows the outline of a page that takes longer than a moment (IA-59, ID-27, CO-34, EV-47, SA-38). */
const wait = path => {
  arrive()
  waiting = setTimeout(() => {
    const outline = document.createElement('div')
    outline.className = 'outline'
    outline.innerHTML = '<p role="status"></p>' + '<div class="bone"></div>'.repeat(6)
    one('main').append(outline)
    one('main').setAttribute('aria-busy', 'true')
    one('p', outline).textContent = awaited(path)
  }, 300)
}

/** Shows the present page again, which the browser kept or did not leave. */
const arrive = () => {
  clearTimeout(waiting)
  one('.outline')?.remove()
  one('main')?.removeAttribute('aria-busy')
}

/** The page in an answer. */
const read = async answer => new DOMParser().parseFromString(await answer.text(), 'text/html')

/** Shows the content of another page in this one's place. */
const put = page => {
  const fresh = one('main', page)
  one('main').replaceWith(fresh)
  document.title = page.title
  start(fresh)
  one('.problems', fresh)?.focus()
}

let loading
const place = () => location.pathname + location.search
let shown = place()

/**
 * Shows another address of this page without loading the frame again; a failure loads it whole.
 * The history gets the address as its newest entry (push), its present one (replace), or not at all.
 */
const show = async (address, how = 'push') => {
  loading?.abort()
  const request = loading = new AbortController()
  // X-29, SA-38: only what takes longer is announced.
  const slow = setTimeout(() => one('main').setAttribute('aria-busy', 'true'), 300)
  try {
    const answer = await fetch(address, { signal: request.signal })
    if (answer.redirected || !answer.headers.get('content-type')?.startsWith('text/html')) throw answer
    const page = await read(answer)
    if (request.signal.aborted) return
    const fresh = one('main', page)
    // The reader may have gone on to another field while the answer was awaited.
    const field = document.activeElement
    const typed = field?.matches('main .find input') ? { value: field.value, start: field.selectionStart } : null
    // SA-38: the figures of another range fade in.
    fresh.classList.toggle('fresh', location.pathname === '/social/analytics')
    if (how) history[`${how}State`](null, '', address)
    shown = place()
    put(page)
    const again = field?.id ? document.getElementById(field.id) : typed && one('main .find input')
    if (again && typed) {
      again.value = typed.value
      again.setSelectionRange(typed.start, typed.start)
    }
    again?.focus({ preventScroll: true })
  } catch (error) {
    if (error.name !== 'AbortError') location.assign(address)
  } finally {
    clearTimeout(slow)
    one('main').removeAttribute('aria-busy')
  }
}

/** The address that a form with filters leads to, without those that select nothing. */
const filtered = (form, button) => {
  const chosen = [...new FormData(form, button)].filter(([name, value]) =>
    value && form.elements[name].selectedIndex !== 0)
  const query = new URLSearchParams(chosen).toString()
  return form.action.split('?')[0] + (query && `?${query}`)
}

/** Asks in a dialog what would be asked on a page of its own. */
const ask = async link => {
  const answer = await fetch(link.href)
  const page = await read(answer)
  const question = one('.confirm', page)
  if (!answer.ok || !question) return location.assign(link.href)
  const dialog = document.createElement('dialog')
  const title = one('h1', question)
  title.id = 'question'
  dialog.setAttribute('aria-labelledby', title.id)
  dialog.append(...question.childNodes)
  dialog.className = 'confirm'
  document.body.append(dialog)
  const cancel = one('a.btn', dialog)
  cancel.setAttribute('role', 'button')
  cancel.addEventListener('click', event => { event.preventDefault(); dialog.close() })
  dialog.addEventListener('close', () => { dialog.remove(); link.focus() })
  dialog.showModal()
  cancel.focus()
}

// MARK: Live

/** Shows the number of unread notifications. */
const ring = number => {
  for (const link of all(':is(.top, .bar) a[href="/notifications"]')) {
    one('.count', link)?.remove()
    link.setAttribute('aria-label', number ? `Notifications, ${number} unread` : 'Notifications')
    if (!number) continue
    const badge = document.createElement('span')
    badge.className = 'count'
    badge.ariaHidden = true
    badge.textContent = number > 99 ? '99+' : number
    link.append(badge)
  }
}

/** What tells the rows of a list apart. */
const listed = page => all('main :is(.rows, .cards, .mini) > li', page)
  .map(row => row.id || one('a', row)?.getAttribute('href'))

/** Offers the rows that others have logged since the page was made. */
const news = async () => {
  const main = one('main'), { record, name } = main.dataset
  const known = listed(document), answer = await fetch(location.href).catch(() => null)
  if (!answer?.ok) return
  const fresh = listed(await read(answer)).filter(row => !known.includes(row)).length
  one('.news')?.remove()
  if (!fresh) return
  const button = document.createElement('button')
  button.type = 'button'
  button.className = 'btn news'
  button.textContent = `${fresh} new ${fresh === 1 ? name : record}`
  button.addEventListener('click', () => show(location.href, null))
  // A live region, so that it is also heard.
  one('p[role=status]', main)?.append(button)
}

let live
/** Follows what others do while the page is seen. A hidden one leaves its connection to others. */
const follow = () => {
  live?.close()
  const { since, record = '' } = one('main').dataset
  if (!since || document.hidden) return
  live = new EventSource(`/live?${new URLSearchParams({ since, record })}`)
  live.addEventListener('unread', event => ring(Number(event.data)))
  live.addEventListener('change', news)
}

// MARK: Keys

const rows = () => all('main :is(.rows, .cards, .mini) > li').filter(row => one('a', row))
const step = by => {
  const list = rows(), place = list.findIndex(row => row.contains(document.activeElement))
  const row = list[Math.min(Math.max(place + by, 0), list.length - 1)]
  if (row) one('a', row).focus()
}
const keys = {
  '/': ['Search', () => (one('main .find input') ?? one('.find input'))?.focus()],
  j: ['Next row', () => step(1)],
  k: ['Previous row', () => step(-1)],
  x: ['Mark row', () => document.activeElement.closest('li')?.querySelector('.tick input')?.click()],
  n: ['New', () => (one('main .head .btn.main') ?? one('a.log'))?.click()],
  '?': ['These keys', () => help()],
}
const help = () => {
  const dialog = document.createElement('dialog')
  dialog.setAttribute('aria-label', 'Keys')
  dialog.innerHTML = '<h2>Keys</h2><dl></dl><form method="dialog"><button class="btn">Close</button></form>'
  for (const [key, [text]] of Object.entries(keys)) {
    const term = document.createElement('dt'), meaning = document.createElement('dd')
    term.append(Object.assign(document.createElement('kbd'), { textContent: key }))
    meaning.textContent = text
    one('dl', dialog).append(term, meaning)
  }
  dialog.addEventListener('close', () => dialog.remove())
  document.body.append(dialog)
  dialog.showModal()
}

document.addEventListener('keydown', event => {
  if (event.key === 'Escape') arrive()
  if (event.ctrlKey || event.metaKey || event.altKey || one('dialog[open]')) return
  const target = event.target
  if (target.matches('input:not(.tick input), select, textarea')) return
  // CO-33
  if (event.key === 'Delete') return one('a[href$="/delete"]', target.closest('li') ?? target)?.click()
  if (!keys[event.key] || localStorage.getItem('keys') === 'off') return
  event.preventDefault()
  keys[event.key][1]()
})

// MARK: Events

document.addEventListener('submit', event => {
  const form = event.target
  if (form.method === 'get' && form.matches('main form:not(.marks)')) {
    event.preventDefault()
    show(filtered(form, event.submitter))
  } else if (form.method === 'post') {
    if (form.getAttribute('aria-busy')) return event.preventDefault()
    const field = one('[type=file][data-max]', form), button = event.submitter
    if (button?.name === 'save_coach') {
      event.preventDefault()
      join(form, button)
    } else if (field?.files.length && window.crypto.subtle) {
      event.preventDefault()
      send(form, field)
    }
    begin(form, button?.hidden ? one('.submit button', form) : button ?? senders(form)[0])
  }
})

document.addEventListener('input', event => {
  const form = event.target.form
  count(event.target)
  if (!form) return
  if (event.target.matches('.marks input'))
    return all('.tick input').slice(0, event.target.dataset.max).forEach(tick => tick.checked = event.target.checked)
  // CO-04: while typing, without waiting.
  if (form.matches('.filter')) return show(filtered(form), 'replace')
  score(form)
  enable(form)
  if (form.dataset.key) save(form)
})

document.addEventListener('click', event => {
  const link = event.target.closest?.('a[href]')
  if (link?.origin !== location.origin || event.ctrlKey || event.metaKey || event.shiftKey || link.download || event.button) return
  if (/\/(delete|remove|leave)$/.test(link.pathname) && !link.closest('dialog')) {
    event.preventDefault()
    return ask(link)
  }
  const draft = link.closest('form[data-key]')
  if (draft && link.closest('.submit') && localStorage.getItem(draftKey(draft))) {
    if (!confirm('Discard changes?')) return event.preventDefault()
    localStorage.removeItem(draftKey(draft))
  }
  if (link.matches('.chips a') || link.matches('main a') && link.pathname === location.pathname && link.search) {
    event.preventDefault()
    show(link.href)
  } else if (link.pathname !== location.pathname && !link.hasAttribute('download') && !event.defaultPrevented)
    wait(link.pathname)
})

// A link within the page changes only the fragment.
window.addEventListener('popstate', () => { if (place() !== shown) show(location.href, null) })
window.addEventListener('pageshow', event => {
  if (!event.persisted) return
  arrive()
  all('form[method=post]').forEach(end)
  follow()
})
document.addEventListener('visibilitychange', follow)
window.addEventListener('pagehide', () => live?.close())
window.addEventListener('online', offline)
window.addEventListener('offline', offline)

// MARK: Start

/** Prepares what is new on the page. */
const start = root => {
  all('.counter', root).forEach(counter => count(document.getElementById(counter.id.replace(/-count$/, ''))))
  for (const form of all('form[method=post]', root)) {
    if (form.dataset.key) restore(form)
    score(form)
    enable(form)
  }
  for (const sheet of all('[data-action=keys]', root)) {
    const field = one('input', sheet)
    sheet.hidden = false
    field.checked = localStorage.getItem('keys') !== 'off'
    field.addEventListener('change', () => localStorage.setItem('keys', field.checked ? 'on' : 'off'))
  }
  for (const label of all('.marks label', root)) label.hidden = false
  // IA-53
  for (const summary of all('.problems', root)) {
    const button = Object.assign(document.createElement('button'), { type: 'button', className: 'btn quiet', textContent: 'Dismiss' })
    button.addEventListener('click', () => {
      summary.remove()
      one('[aria-invalid=true]')?.focus()
    })
    summary.append(button)
  }
  for (const command of all('[data-action=copy]', root)) {
    const button = Object.assign(document.createElement('button'), { type: 'button', className: 'btn quiet', textContent: 'Copy' })
    button.setAttribute('aria-label', 'Copy as command')
    button.addEventListener('click', async () => {
      await navigator.clipboard.writeText(command.textContent)
      button.textContent = 'Copied'
    })
    command.after(button)
  }
}

/** Shows what was typed and not sent, on the page without a connection (IA-55). */
const drafts = list => {
  for (const key of Object.keys(localStorage).filter(key => key.startsWith('draft '))) {
    const sheet = document.createElement('section'), title = document.createElement('h2')
    sheet.className = 'sheet'
    title.textContent = `Draft: ${key.slice(6)}`
    sheet.append(title)
    for (const [name, value] of JSON.parse(localStorage.getItem(key))) {
      const line = document.createElement('p')
      line.textContent = value
      line.dir = 'auto'
      if (['subject', 'content', 'other_coach_name'].includes(name) && value) sheet.append(line)
    }
    list.append(sheet)
    list.hidden = false
  }
}

// What was stored needs no draft, and whoever signs out leaves none behind.
if (/[?&]done=logged/.test(location.search) || document.body.matches('.gate')) forget()
start(document)
offline()
follow()
all('[data-action=drafts]').forEach(drafts)
navigator.serviceWorker?.register('/service-worker.js')
