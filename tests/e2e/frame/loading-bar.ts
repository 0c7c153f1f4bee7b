import type { Page } from "playwright-core";

export async function watchBar(page: Page): Promise<() => Promise<(number | null)[]>> {
	await page.evaluate(() => {
		const moments: (number | null)[] = [];
		const look = () => {
			const shown = document.querySelector('[role="progressbar"][aria-label="Loading page"]');
			const percent = shown ? Number(shown.getAttribute("aria-valuenow")) : null;
			if (percent !== (moments.at(-1) ?? null)) moments.push(percent);
		};
		new MutationObserver(look).observe(document.body, { subtree: true, childList: true, attributes: true });
		Object.assign(window, { barMoments: moments });
	});
	return () => page.evaluate(() => (window as unknown as { barMoments: (number | null)[] }).barMoments);
}
