import { useEffect } from "react";
import { createTypeAhead } from "../../ui/form/type-ahead";

/** Typing moves to the entry that begins with it. Mantine's own selects at a space, and letters are shortcuts below. */
export function useMenuKeys(): void {
	useEffect(() => {
		const typeAhead = createTypeAhead();
		let isSpaceTyped = false;
		const goTo = (event: KeyboardEvent) => {
			isSpaceTyped = false;
			const menu = menuOf(event.target);
			if (!menu || !typeAhead.hasTaken(event)) return;
			event.preventDefault();
			event.stopPropagation();
			isSpaceTyped = event.key === " ";
			const entries = [...menu.querySelectorAll<HTMLElement>("[data-menu-item]:not(:disabled)")];
			const current = entries.findIndex((entry) => entry.matches(":focus"));
			const labels = entries.map(({ textContent }) => textContent);
			entries[typeAhead.find(labels, current)]?.focus();
		};
		// Firefox presses a button when Space is released.
		const letGo = (event: KeyboardEvent) => {
			if (isSpaceTyped && event.key === " ") event.preventDefault();
		};
		document.addEventListener("keydown", goTo, { capture: true });
		document.addEventListener("keyup", letGo, { capture: true });
		return () => {
			document.removeEventListener("keydown", goTo, { capture: true });
			document.removeEventListener("keyup", letGo, { capture: true });
		};
	}, []);
}

function menuOf(target: EventTarget | null): HTMLElement | null {
	if (!(target instanceof HTMLElement) || target instanceof HTMLInputElement) return null;
	return target.closest<HTMLElement>('[role="menu"]');
}
