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

/** Loads the component's code after the screen. Renders `Missing` if loading fails. */
export function lazyPart<Props extends object>(
	load: () => Promise<ComponentType<Props>>,
	Missing: ComponentType<Props> = () => null,
): LazyExoticComponent<ComponentType<Props>> {
	return lazy(async (): Promise<{ default: ComponentType<Props> }> => {
		try {
			return { default: await load() };
		} catch {
			// A page without it is better than none; the watch for new versions has recorded the failure.
			return { default: Missing };
		}
	});
}

export function useIsWanted(isOpen: boolean): boolean {
	const [isWanted, setIsWanted] = useState(isOpen);
	if (isOpen && !isWanted) setIsWanted(true);
	return isWanted;
}

/** Follows `isOpen` one render late: Mantine returns the focus only from a dialog first rendered closed. */
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

/** Sets the attributes that Mantine would, and keeps a click until the menu's code is loaded. */
export function useLazyMenu() {
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
