import { type RefObject, useId, useRef, useState } from "react";

export type LateMenu = {
	id: string;
	button: RefObject<HTMLButtonElement | null>;
	isOpen: boolean;
	setIsOpen: (isOpen: boolean) => void;
};

/** A button whose menu's code comes later: it says what the kit would have it say, and keeps a click until then. */
export function useLateMenu() {
	const id = useId();
	const button = useRef<HTMLButtonElement>(null);
	const [isOpen, setIsOpen] = useState(false);
	const menu: LateMenu = { id, button, isOpen, setIsOpen };
	const buttonProps = {
		ref: button,
		id,
		"aria-haspopup": "menu",
		"aria-expanded": isOpen,
		"aria-controls": isOpen ? `${id}-dropdown` : undefined,
		onClick: () => setIsOpen(!isOpen),
	} as const;
	return { menu, buttonProps };
}
