import { Menu } from "@mantine/core";
import { type ReactNode, type RefObject, useLayoutEffect } from "react";
import { type LateMenu, useOpenedLate } from "../feedback/lazy-parts";

type ButtonMenuProps = { menu: LateMenu; width?: number; children: ReactNode };

/** The kit's menu of a button that stood before the kit's code was there. */
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

/** Hands the kit what stands already; the kit's attributes are on it. */
function Standing({
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
