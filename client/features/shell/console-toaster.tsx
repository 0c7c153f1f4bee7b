import { useComputedColorScheme } from "@mantine/core";
import type { CSSProperties } from "react";
import { Toaster } from "sonner";
import { appConstants } from "../../app-constants";

const { toasts } = appConstants;

export function ConsoleToaster() {
	const theme = useComputedColorScheme("light");
	return (
		<Toaster
			theme={theme}
			position={toasts.position}
			visibleToasts={toasts.visible}
			duration={toasts.durationMs}
			gap={toasts.gap}
			offset={toasts.offset}
			mobileOffset={toasts.mobileOffset}
			hotkey={[...toasts.hotkey]}
			containerAriaLabel={toasts.containerLabel}
			toastOptions={{ closeButtonAriaLabel: toasts.closeLabel, style: toastStyle }}
			style={listStyle}
			closeButton
		/>
	);
}

/** The library's variable: a width of the list itself would also apply on phones, where it fills the screen. */
const listStyle = { "--width": `${toasts.width}px` } as CSSProperties; // React's types know no custom properties

const toastStyle = {
	background: "var(--panel)",
	borderColor: "var(--line)",
	color: "var(--ink)",
	fontFamily: "inherit",
};
