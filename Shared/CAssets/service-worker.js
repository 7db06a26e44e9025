// Shows the page "You are offline" when the server cannot be reached. It keeps that page and the
// files that it needs, and nothing of anybody's records. `shell` precedes this text: the addresses.

const name = `shell ${shell.join(' ')}`

addEventListener('install', event => {
  skipWaiting()
  event.waitUntil(caches.open(name).then(cache => cache.addAll(shell)))
})

addEventListener('activate', event => {
  const clear = caches.keys().then(names =>
    Promise.all(names.filter(each => each !== name).map(each => caches.delete(each))))
  event.waitUntil(Promise.all([clear, clients.claim()]))
})

addEventListener('fetch', event => {
  const { request } = event
  if (request.mode === 'navigate' && request.method === 'GET') {
    event.respondWith(fetch(request).catch(() => caches.match(shell[0])))
  } else if (shell.includes(new URL(request.url).pathname)) {
    event.respondWith(caches.match(request).then(kept => kept ?? fetch(request)))
  }
})
