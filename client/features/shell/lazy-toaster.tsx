import { Suspense } from "react";
import { lazyPart } from "../../ui/feedback/lazy-parts";

const ConsoleToaster = lazyPart(async () => (await import("./console-toaster")).ConsoleToaster);

export function LazyToaster() {
	return (
		<Suspense>
			<ConsoleToaster />
		</Suspense>
	);
}

const WhosePage = lazyPart(async () => (await import("./whose-page")).WhosePage);

export function LazyWhosePage() {
	return (
		<Suspense>
			<WhosePage />
		</Suspense>
	);
}
