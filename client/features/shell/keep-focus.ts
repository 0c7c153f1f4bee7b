import { useEffect } from "react";

/** Where the focus was: the control, and what lies around it on the way up, each with its neighbours. */
type Place = { scope: Element; steps: Step[] };

type Step = { element: Element; next: Element | null; previous: Element | null };

const notifications = "[data-sonner-toaster]";

/** What stands over the page, and goes; what had the focus before it is remembered meanwhile. */
const overlays = `[role="dialog"], [role="alertdialog"], [role="menu"], ${notifications}`;

const controls = "a[href], button, input, select, textarea, summary, [tabindex]";

/** Disabled for a moment: it is enabled again, or goes. */
const working = "[data-loading]";

/** Dialogs and menus that give the focus back do it sooner. */
const graceMs = 50;

/** Keeps the focus near its place while the frame stands. */
export function useKeptFocus(): void {
	useEffect(() => keepFocus(), []);
}

/**
 * Keeps the focus of whoever works by keyboard near its place: what has it may go away, as a row that is deleted does,
 * and the browser would begin at the top of the page again. The nearest control that still stands takes it then, and
 * a button that was disabled while it worked has it back. Returns what ends this.
 */
export function keepFocus(): () => void {
	let places: Place[] = [];
	let isByKeyboard = false;
	let timer: number | undefined;
	/** Whoever scrolls sees rows of a long table go and come: the focus stays near, and the page where it was scrolled to. */
	let hasScrolledSinceKey = false;
	const note = (control: Element) => {
		const place = placeOf(control);
		const known = places.findIndex(({ scope }) => scope === place.scope);
		places = [...(known < 0 ? places : places.slice(0, known)), place];
	};
	const check = () => {
		timer = undefined;
		const control = places.at(-1)?.steps[0]?.element;
		const isWorking = control?.isConnected && control.matches(working);
		if (places.length === 0 || isWorking || !isLost()) return;
		const target = control && isUsable(control) ? control : nearestOf(places.toReversed());
		focus(target, hasScrolledSinceKey);
	};
	const observer = new MutationObserver(() => {
		if (timer === undefined && isByKeyboard) timer = window.setTimeout(check, graceMs);
	});
	const abort = new AbortController();
	const options = { capture: true, signal: abort.signal };
	document.addEventListener("focusin", ({ target }) => target instanceof Element && note(target), options);
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
	const noteScroll = () => {
		hasScrolledSinceKey = true;
	};
	document.addEventListener("scroll", noteScroll, { ...options, passive: true });
	observer.observe(document.body, { childList: true, subtree: true, attributeFilter: ["disabled"] });
	if (document.activeElement && !isLost()) note(document.activeElement);
	return () => {
		abort.abort();
		observer.disconnect();
		window.clearTimeout(timer);
	};
}

/** Also where the browser has yet to take it from what is disabled. */
function isLost(): boolean {
	const { activeElement } = document;
	return activeElement === null || activeElement === document.body || activeElement.matches(":disabled");
}

/** Up to what stands over the page, if it does: beside that lies nothing that it has to do with. */
function placeOf(control: Element): Place {
	const scope = control.closest(overlays) ?? document.body;
	const steps: Step[] = [];
	for (let element: Element | null = control; element && element !== scope; element = element.parentElement) {
		steps.push({ element, next: element.nextElementSibling, previous: element.previousElementSibling });
	}
	return { scope, steps };
}

/** The newest place of which something still stands decides; where none does, the screen as a whole. */
function nearestOf(newestFirst: Place[]): Element | null {
	for (const { scope, steps } of newestFirst) {
		// Who has answered one goes back to work, not on to the next.
		if (scope.matches(notifications)) continue;
		for (const { element, next, previous } of steps) {
			// What holds the screen holds everything: no control of it is near.
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
		element.checkVisibility({ visibilityProperty: true })
	);
}

function focus(element: Element | null, staysInPlace: boolean): void {
	if (element instanceof HTMLElement) element.focus({ preventScroll: staysInPlace });
}
