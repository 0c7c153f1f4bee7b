import { expect } from "vitest";

const mostFrames = 600;

/** Waits by frames: waiting by time would move a held clock. */
export async function rendered(isSo: () => boolean): Promise<void> {
	for (let frame = 0; frame < mostFrames && !isSo(); frame += 1)
		await new Promise((resolve) => requestAnimationFrame(resolve));
	expect(isSo(), isSo.toString()).toBe(true);
}
