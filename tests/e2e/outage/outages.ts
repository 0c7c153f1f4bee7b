import { onTestFinished } from "vitest";
import { switchBackend } from "../visitor";

/** Cuts the backend off for the whole product, until the test mends it or is over: the next test finds it whole. */
export async function cutBackend(): Promise<void> {
	onTestFinished(async () => {
		await switchBackend("mend");
	});
	await switchBackend("cut");
}
