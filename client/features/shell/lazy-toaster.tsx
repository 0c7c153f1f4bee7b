import { Suspense } from "react";
import { latePart } from "../../ui/feedback/lazy-parts";

/** Nothing can be said by a toast before a screen stands. */
const ConsoleToaster = latePart(async () => (await import("./console-toaster")).ConsoleToaster);

export function LazyToaster() {
	return (
		<Suspense>
			<ConsoleToaster />
		</Suspense>
	);
}
