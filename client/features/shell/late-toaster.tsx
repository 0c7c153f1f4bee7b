import { type ComponentType, lazy, Suspense } from "react";

/** Nothing can be said by a toast before a screen stands, so its code comes after the screen's. */
const ConsoleToaster = lazy(async (): Promise<{ default: ComponentType }> => {
	try {
		return { default: (await import("./console-toaster")).ConsoleToaster };
	} catch {
		// A page without toasts is better than none; the watch for new versions has heard of the failure.
		return { default: () => null };
	}
});

export function LateToaster() {
	return (
		<Suspense>
			<ConsoleToaster />
		</Suspense>
	);
}
