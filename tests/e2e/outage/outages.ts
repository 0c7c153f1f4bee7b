import { onTestFinished } from "vitest";
import { switchBackend } from "../visitor";

/** Cuts the backend off for the whole product. Mends it when the test ends. */
export async function cutBackend(): Promise<void> {
	onTestFinished(async () => {
		await switchBackend("mend");
	});
	await switchBackend("cut");
}
