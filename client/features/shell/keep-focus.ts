type Place = { scope: Element; steps: Step[] };

type Step = { element: Element; next: Element | null; previous: Element | null };

const notifications = "[data-sonner-toaster]";

/** Overlays open and close again, so the focus from before is recorded. */
const overlays = `[role="dialog"], [role="alertdialog"], [role="menu"], ${notifications}`;

const controls = "a[href], button, input, select, textarea, summary, [tabindex]";

const working = "[data-loading]";

const graceMs = 50;

/** Moves the focus to the nearest remaining control if the focused one is removed. Returns the stop function. */
export function keepFocus(): () => void {
	let places: Place[] = [];
	let isByKeyboard = false;
	let timer: number | undefined;
	/** Scrolling a long table removes and adds rows: the focus then moves without scrolling the page. */
	let hasScrolledSinceKey = false;
	const record = (control: Element) => {
		const place = placeOf(control);
		const known = places.findIndex(({ scope }) => scope === place.scope);
		places = [...(known < 0 ? places : places.slice(0, known)), place];
	};
	const check = () => {
		timer = undefined;
		// A menu closes when an entry is chosen, and its button may be working on it.
		const control = places.filter(({ scope }) => scope.isConnected).at(-1)?.steps[0]?.element;
		const isWorking = control?.isConnected && control.matches(working);
		if (places.length === 0 || isWorking || !isLost()) return;
		const target = control && isUsable(control) ? control : nearestOf([...places].reverse());
		focus(target, hasScrolledSinceKey);
	};
	const observer = new MutationObserver(() => {
		if (timer === undefined && isByKeyboard) timer = window.setTimeout(check, graceMs);
	});
	const abort = new AbortController();
	const options = { capture: true, signal: abort.signal };
	document.addEventListener("focusin", ({ target }) => target instanceof Element && record(target), options);
	const follow = () => {
		isByKeyboard = true;
		hasScrolledSinceKey = false;
	};
	const forget = () => {
		isByKeyboard = false;
		places = [];
	};
	document.addEventListener("keydown", follow, options);
	document.addEventListener("pointerdown", forget, options);
	const recordScroll = () => {
		hasScrolledSinceKey = true;
	};
	document.addEventListener("scroll", recordScroll, { ...options, passive: true });
	observer.observe(document.body, { childList: true, subtree: true, attributeFilter: ["disabled"] });
	if (document.activeElement && !isLost()) record(document.activeElement);
	return () => {
		abort.abort();
		observer.disconnect();
		window.clearTimeout(timer);
	};
}

function isLost(): boolean {
	const { activeElement } = document;
	return activeElement === null || activeElement === document.body || activeElement.matches(":disabled");
}

/** The position stays within the surrounding dialog, menu or notification. */
function placeOf(control: Element): Place {
	const scope = control.closest(overlays) ?? document.body;
	const steps: Step[] = [];
	for (let element: Element | null = control; element && element !== scope; element = element.parentElement) {
		steps.push({ element, next: element.nextElementSibling, previous: element.previousElementSibling });
	}
	return { scope, steps };
}

/** The newest position with a remaining element decides; otherwise the screen. */
function nearestOf(newestFirst: Place[]): Element | null {
	for (const { scope, steps } of newestFirst) {
		// After a notification the focus returns to the screen, not to the next notification.
		if (scope.matches(notifications)) continue;
		for (const { element, next, previous } of steps) {
			// An element around the whole screen has no control nearby.
			if (element.contains(document.querySelector("main")) && element.localName !== "main") break;
			const near = element.isConnected
				? firstControl(element)
				: (next && firstControl(next)) || (previous && firstControl(previous));
			if (near) return near;
		}
	}
	return document.querySelector("main");
}

function firstControl(element: Element): Element | null {
	if (isUsable(element)) return element;
	return [...element.querySelectorAll(controls)].find(isUsable) ?? null;
}

function isUsable(element: Element): boolean {
	return (
		element instanceof HTMLElement &&
		element.isConnected &&
		element.tabIndex >= 0 &&
		element.matches(controls) &&
		!element.matches(":disabled") &&
		element.closest("[inert]") === null &&
		element.getClientRects().length > 0 &&
		getComputedStyle(element).visibility === "visible"
	);
}

function focus(element: Element | null, staysInPlace: boolean): void {
	if (element instanceof HTMLElement) element.focus({ preventScroll: staysInPlace });
}
