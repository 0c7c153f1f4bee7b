import { useEffect } from "react";
import type { LateMenu } from "../../ui/feedback/lazy-parts";
import { tellOfMissingMenu } from "./new-version";

/** In the place of a menu whose code could not be loaded: a click on its button is answered by what helps. */
export function MissingMenu({ menu: { isOpen, setIsOpen } }: { menu: LateMenu }) {
	useEffect(() => {
		if (!isOpen) return;
		setIsOpen(false);
		tellOfMissingMenu();
	}, [isOpen, setIsOpen]);
	return null;
}
