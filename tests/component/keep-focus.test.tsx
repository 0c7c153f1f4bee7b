import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { keepFocus } from "../../client/features/shell/keep-focus";
import { rendered } from "./held-clock";

const farDown = 3_000;
let end = () => {};

const named = (name: string) => {
	const button = document.getElementById(name);
	if (button === null) throw new Error(`No button ${name}`);
	return button;
};

async function scrollAwayFromFocus(): Promise<void> {
	document.dispatchEvent(new KeyboardEvent("keydown", { key: "Tab", bubbles: true }));
	named("first").focus();
	const scrolled = new Promise((resolve) => document.addEventListener("scroll", resolve, { once: true }));
	window.scrollTo(0, farDown);
	await scrolled;
}

async function removeFocused(): Promise<void> {
	named("first").remove();
	await Promise.resolve();
	await vi.advanceTimersByTimeAsync(1_000);
	expect(document.activeElement).toBe(named("second"));
}

beforeEach(() => {
	vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
	document.body.innerHTML = `<main><div><button id="first">1</button><button id="second">2</button></div>
		<div style="height: 9000px"></div></main>`;
	end = keepFocus();
});

afterEach(() => {
	end();
	document.body.innerHTML = "";
	vi.useRealTimers();
});

test("The page stays where it was scrolled to when what had the focus goes, however long after", async () => {
	await scrollAwayFromFocus();
	await vi.advanceTimersByTimeAsync(60_000);
	await removeFocused();
	expect(window.scrollY).toBe(farDown);
});

test("A key that is pressed after scrolling brings the control into view that takes the focus", async () => {
	await scrollAwayFromFocus();
	document.dispatchEvent(new KeyboardEvent("keydown", { key: "Delete", bubbles: true }));
	await removeFocused();
	await rendered(() => window.scrollY < farDown);
});

test("A button that works on what was chosen in its menu has the focus again, however long that takes", async () => {
	document.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true }));
	const [opener, menu] = [named("first"), document.createElement("div")];
	opener.focus();
	menu.setAttribute("role", "menu");
	menu.innerHTML = `<button id="entry" role="menuitem">CSV</button>`;
	document.body.append(menu);
	named("entry").focus();
	opener.setAttribute("disabled", "");
	opener.setAttribute("data-loading", "");
	menu.remove();
	await Promise.resolve();
	await vi.advanceTimersByTimeAsync(10_000);
	expect(document.activeElement).toBe(document.body);
	opener.removeAttribute("data-loading");
	opener.removeAttribute("disabled");
	await Promise.resolve();
	await vi.advanceTimersByTimeAsync(1_000);
	expect(document.activeElement).toBe(opener);
});
