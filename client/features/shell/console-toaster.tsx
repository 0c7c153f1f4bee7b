import { useComputedColorScheme } from "@mantine/core";
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
			style={{ width: toasts.width }}
			closeButton
		/>
	);
}

const toastStyle = {
	background: "var(--panel)",
	borderColor: "var(--line)",
	color: "var(--ink)",
	fontFamily: "inherit",
};
