import { Suspense } from "react";
import { latePart } from "../../ui/feedback/lazy-parts";

const ConsoleToaster = latePart(async () => (await import("./console-toaster")).ConsoleToaster);

export function LazyToaster() {
	return (
		<Suspense>
			<ConsoleToaster />
		</Suspense>
	);
}
