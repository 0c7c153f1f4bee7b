import { onTestFinished } from "vitest";
import { cdp } from "vitest/browser";

/** A phone: a finger points, and there is no keyboard. */
export async function onTouchScreen(): Promise<void> {
	await cdp().send("Emulation.setTouchEmulationEnabled", { enabled: true });
	onTestFinished(async () => {
		await cdp().send("Emulation.setTouchEmulationEnabled", { enabled: false });
	});
}
