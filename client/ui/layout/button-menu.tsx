import { Menu } from "@mantine/core";
import { type ReactNode, type RefObject, useLayoutEffect } from "react";
import { type LateMenu, useOpenedLate } from "../feedback/lazy-parts";

type ButtonMenuProps = { menu: LateMenu; width?: number; children: ReactNode };

/** Mantine's menu for a button that was rendered before Mantine's code loaded. */
export function ButtonMenu({ menu, width, children }: ButtonMenuProps) {
	const { id, button, isOpen, setIsOpen } = menu;
	return (
		<Menu id={id} width={width} opened={useOpenedLate(isOpen)} onChange={setIsOpen}>
			<Menu.Target>
				<Standing element={button} />
			</Menu.Target>
			<Menu.Dropdown>{children}</Menu.Dropdown>
		</Menu>
	);
}

/** Passes Mantine the existing element, which already has Mantine's attributes. */
export function Standing({
	element,
	ref,
}: {
	element: RefObject<HTMLElement | null>;
	ref?: (node: HTMLElement | null) => void;
}) {
	useLayoutEffect(() => {
		ref?.(element.current);
		return () => ref?.(null);
	}, [element, ref]);
	return null;
}
