import { expect } from "vitest";

const mostFrames = 600;

/** Until what is rendered is so, by frames: where the clock is held, waiting by time would move it. */
export async function rendered(isSo: () => boolean): Promise<void> {
	for (let frame = 0; frame < mostFrames && !isSo(); frame += 1)
		await new Promise((resolve) => requestAnimationFrame(resolve));
	expect(isSo(), isSo.toString()).toBe(true);
}
