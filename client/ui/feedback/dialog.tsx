import { Modal, type ModalProps } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { HoldDialog } from "./held-dialog";
import { useOpenedLate } from "./lazy-parts";

type DialogProps = Pick<ModalProps, "title" | "size" | "onClose" | "closeOnEscape" | "withCloseButton" | "children"> & {
	isOpen?: boolean;
	isForm?: boolean;
	fillsPhone?: boolean;
};

/** Returns the focus when it closes, even if it is mounted only while open. */
export function Dialog(props: DialogProps) {
	const { isOpen = true, isForm = false, fillsPhone = false, size = 480, onClose, children, ...modal } = props;
	const isPhone = useMediaQuery("(max-width: 720px)", false, { getInitialValueInEffect: false });
	const isHeld = useRef(false);
	const [hold] = useState(() => (next: boolean) => {
		isHeld.current = next;
	});
	useFocusReturn(isOpen);
	return (
		<Modal
			{...modal}
			opened={useOpenedLate(isOpen)}
			onClose={() => {
				if (!isHeld.current) onClose();
			}}
			size={size}
			fullScreen={fillsPhone && isPhone}
			closeOnClickOutside={!isForm}
		>
			<HoldDialog value={hold}>
				{children}
				<FirstFocus />
			</HoldDialog>
		</Modal>
	);
}

const fields = ":is(input, select, textarea):not(:disabled, [type=hidden], [tabindex='-1'])";
const buttons = "[data-buttons] button:not(:disabled)";

/** Marks the first field, else the safe button: Mantine focuses the marked element, or the cross in the header. */
function FirstFocus() {
	const end = useRef<HTMLSpanElement>(null);
	useLayoutEffect(() => {
		const body = end.current?.parentElement;
		if (!body || body.querySelector("[data-autofocus]")) return;
		const [focused] = body.querySelectorAll(":focus");
		const [field] = [...body.querySelectorAll(fields)].filter((each) => each.getClientRects().length > 0);
		const name = field?.matches("[type=radio]") && field.getAttribute("name");
		const chosen = name && body.querySelector(`[name="${CSS.escape(name)}"]:checked`);
		const first = focused ?? (chosen || field) ?? body.querySelector(buttons);
		first?.setAttribute("data-autofocus", "");
	}, []);
	return <span ref={end} hidden />;
}

/** Mantine returns the focus from a dialog that closes, not from one that is unmounted while open. */
function useFocusReturn(isOpen: boolean): void {
	useEffect(() => {
		if (!isOpen) return;
		const { activeElement } = document;
		return () => {
			const isLost = document.activeElement === null || document.activeElement === document.body;
			if (isLost && activeElement instanceof HTMLElement) activeElement.focus({ preventScroll: true });
		};
	}, [isOpen]);
}
