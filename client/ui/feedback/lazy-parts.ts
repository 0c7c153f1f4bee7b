import {
	type ComponentType,
	type LazyExoticComponent,
	lazy,
	type RefObject,
	useEffect,
	useId,
	useRef,
	useState,
} from "react";

/**
 * Part of a page that no screen needs to stand: its code comes after the screen's. `Missing` stands in its place where
 * that could not be loaded.
 */
export function latePart<Props extends object>(
	load: () => Promise<ComponentType<Props>>,
	Missing: ComponentType<Props> = () => null,
): LazyExoticComponent<ComponentType<Props>> {
	return lazy(async (): Promise<{ default: ComponentType<Props> }> => {
		try {
			return { default: await load() };
		} catch {
			// A page without it is better than none; the watch for new versions has heard of the failure.
			return { default: Missing };
		}
	});
}

/** Whether a dialog was ever open: until then its code need not be loaded. */
export function useIsWanted(isOpen: boolean): boolean {
	const [isWanted, setIsWanted] = useState(isOpen);
	if (isOpen && !isWanted) setIsWanted(true);
	return isWanted;
}

/** Follows `isOpen` a step late: the kit gives the focus back only from a dialog it has first drawn closed. */
export function useOpenedLate(isOpen: boolean): boolean {
	const [isOpened, setIsOpened] = useState(false);
	useEffect(() => setIsOpened(isOpen), [isOpen]);
	return isOpened;
}

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
