// Measures a page as it is drawn. Each function returns a list of findings, one text each.
globalThis.measure = (() => {
    const controls = 'a[href], button, input:not([type=hidden]), select, textarea, summary';

    const described = (element) => {
        const text = (element.getAttribute('aria-label') ?? element.textContent).trim();
        const name = element.id ? `#${element.id}` : element.className ? `.${element.className}` : '';
        return `<${element.localName}${name}> “${text.replace(/\s+/g, ' ').slice(0, 40)}”`;
    };

    const isShown = (element) => element.checkVisibility({ visibilityProperty: true });

    /** Whether an element cuts what is too long for it, in a way that readers can see. */
    const shortens = (style) => style.textOverflow === 'ellipsis' || style.webkitLineClamp !== 'none';

    /** Why a rectangle of text is not seen whole; undefined if it is. */
    const cut = (rect, parent) => {
        const width = document.documentElement.clientWidth;
        for (let box = parent; box !== document.body && box; box = box.parentElement) {
            const style = getComputedStyle(box);
            if (style.display === 'inline' || style.display === 'contents') continue;
            const outer = box.getBoundingClientRect();
            // Only for readers of the screen's words.
            if (outer.width <= 1) return undefined;
            const clips = style.overflowX !== 'visible' || style.overflowY !== 'visible';
            if (clips && shortens(style)) return undefined;
            // A kept space at the end of a line hangs beyond it (CSS Text 3, 4.1.3).
            const slack = style.whiteSpace === 'pre-wrap' ? parseFloat(style.fontSize) / 2 : 1;
            const isWide = rect.left < outer.left - slack || rect.right > outer.right + slack;
            const isTall = rect.top < outer.top - 1 || rect.bottom > outer.bottom + 1;
            if (isWide) return `is wider than ${described(box)}`;
            if (clips && isTall) return `is cut by ${described(box)}`;
        }
        return rect.left < -1 || rect.right > width + 1 ? 'is beside the page' : undefined;
    };

    /** Scrolling sideways, and text that is cut or leaves its box. */
    const overflow = () => {
        const root = document.documentElement;
        const found = [];
        if (root.scrollWidth > root.clientWidth) found.push(`the page is ${root.scrollWidth} wide`);
        const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
        while (texts.nextNode()) {
            const text = texts.currentNode;
            const parent = text.parentElement;
            if (!text.data.trim() || !isShown(parent) || parent.closest('.skip, svg, select')) continue;
            const range = document.createRange();
            range.selectNodeContents(text);
            for (const rect of range.getClientRects()) {
                const why = rect.width > 0 && cut(rect, parent);
                if (why) {
                    found.push(`${described(parent)} ${why}`);
                    break;
                }
            }
        }
        return found;
    };

    /** Words of letters in the elements that a selector names, which are drawn on two lines. */
    const brokenWords = (selector) => {
        const found = [];
        for (const element of document.querySelectorAll(selector)) {
            if (!isShown(element)) continue;
            const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
            while (texts.nextNode()) {
                const text = texts.currentNode;
                for (const word of text.data.matchAll(/(?<!\S)\p{L}{2,20}[.,;:]?(?!\S)/gu)) {
                    const range = document.createRange();
                    range.setStart(text, word.index);
                    range.setEnd(text, word.index + word[0].length);
                    const tops = [...range.getClientRects()].map((rect) => Math.round(rect.top));
                    if (new Set(tops).size > 1) found.push(`${described(element)} breaks “${word[0]}”`);
                }
            }
        }
        return found;
    };

    /** Whether a touch at this point reaches the control, itself or through its label. */
    const reaches = (control, x, y) => {
        const hit = document.elementFromPoint(x, y);
        if (!hit) return false;
        return control.contains(hit) || [...(control.labels ?? [])].some((label) => label.contains(hit));
    };

    /** A point of the control that a touch reaches; undefined if all are covered. */
    const point = (control) => {
        for (const rect of control.getClientRects()) {
            const y = rect.top + rect.height / 2;
            for (const share of [0.5, 0.25, 0.75, 0.1, 0.9]) {
                const x = rect.left + rect.width * share;
                if (reaches(control, x, y)) return { x, y };
            }
        }
        return undefined;
    };

    /** How far the control reaches from a point to both sides, up to `most` pixels. */
    const extent = (control, { x, y }, [right, down], most) => {
        let length = 1;
        for (const sign of [1, -1]) {
            for (let step = 1; length < most; step += 1) {
                if (!reaches(control, x + sign * right * step, y + sign * down * step)) break;
                length += 1;
            }
        }
        return length;
    };

    /** Whether a link stands in a line of text, whose height limits it (WCAG 2.2, 2.5.5 and 2.5.8). */
    const isInText = (control) => {
        if (control.localName !== 'a' || getComputedStyle(control).display !== 'inline') return false;
        let block = control.parentElement;
        while (getComputedStyle(block).display === 'inline') block = block.parentElement;
        return block.textContent.trim().length > control.textContent.trim().length;
    };

    /** Controls that something covers, or that are smaller than `least` pixels either way. */
    const targets = (least) => {
        for (const details of document.querySelectorAll('details')) details.open = true;
        const found = [];
        for (const control of document.querySelectorAll(controls)) {
            // The link that skips to the content is beside the page until it has the focus.
            if (!isShown(control) || control.disabled || control.matches('.skip')) continue;
            control.scrollIntoView({ block: 'center', behavior: 'instant' });
            const at = point(control);
            if (!at) {
                found.push(`${described(control)} is covered`);
                continue;
            }
            const width = extent(control, at, [1, 0], least);
            const height = extent(control, at, [0, 1], least);
            if ((width < least || height < least) && !isInText(control)) {
                found.push(`${described(control)} is ${width} by ${height} pixels`);
            }
        }
        return found;
    };

    /** Whether the focus is on something that shows it: itself, its cover, or its label. */
    const focusIsSeen = () => {
        const control = document.activeElement;
        // The button inside a field for a day or a time is the browser's, which draws its focus itself.
        if (['date', 'time', 'datetime-local'].includes(control.type) && !control.matches(':focus')) return true;
        const styles = [getComputedStyle(control), getComputedStyle(control, '::after')];
        for (const label of control.labels ?? []) styles.push(getComputedStyle(label));
        const isOutlined = styles.some(
            (style) => style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 2);
        return isOutlined && point(control) !== undefined;
    };

    // Rows outside the window are laid out as well: otherwise their size depends on when it is measured.
    const sheet = new CSSStyleSheet();
    sheet.replaceSync('* { content-visibility: visible !important }');
    document.adoptedStyleSheets.push(sheet);

    return { brokenWords, overflow, targets, focusIsSeen };
})();
