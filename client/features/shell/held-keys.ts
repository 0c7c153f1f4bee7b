import { useEffect, useRef } from "react";

/** Holds keys typed before a dialog takes the focus, which the screen below would use as shortcuts. */
export function useHeldKeys(isOpen: boolean): () => string {
	const text = useRef("");
	useEffect(() => {
		if (!isOpen) return;
		const hold = (event: KeyboardEvent) => {
			const { key, target } = event;
			if (event.ctrlKey || event.metaKey || event.altKey) return;
			if (target instanceof Element && target.closest('[role="dialog"]')) return;
			if (key.length === 1) text.current += key;
			else if (key === "Backspace") text.current = text.current.slice(0, -1);
			else if (key !== "Enter") return;
			event.preventDefault();
			event.stopPropagation();
		};
		document.addEventListener("keydown", hold, { capture: true });
		return () => {
			document.removeEventListener("keydown", hold, { capture: true });
			text.current = "";
		};
	}, [isOpen]);
	return () => {
		const typed = text.current;
		text.current = "";
		return typed;
	};
}
