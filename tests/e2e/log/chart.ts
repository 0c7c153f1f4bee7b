import type { Page } from "playwright-core";

export async function dragAcross(page: Page, from: number, to: number): Promise<void> {
	const drawing = page.locator(".u-over").first();
	// Hovering waits until the chart stands still: it moves as long as content above it arrives.
	await drawing.hover();
	const area = await drawing.boundingBox();
	if (!area) throw new Error("The chart has no drawing.");
	const middle = area.y + area.height / 2;
	await page.mouse.move(area.x + area.width * from, middle);
	await page.mouse.down();
	await page.mouse.move(area.x + area.width * ((from + to) / 2), middle);
	await page.mouse.move(area.x + area.width * to, middle);
	await page.mouse.up();
}
