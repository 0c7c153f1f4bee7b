import { launchChromium } from "../e2e/chromium.ts";
import { startProduct } from "../e2e/product.ts";

/** Opens the built product in Chromium as its demo owner. `act` gets the page and the origin. BENCH_ORIGIN names a running product. */
export async function withOwnersPage(act) {
	const given = process.env.BENCH_ORIGIN;
	const product = given ? { origin: given, stop: async () => {} } : await startProduct();
	const browser = await launchChromium();
	try {
		const { origin } = product;
		const context = await browser.newContext({
			baseURL: origin,
			viewport: { width: 1_440, height: 900 },
			locale: "en-US",
		});
		const response = await context.request.post("/api/auth/sign-in", {
			headers: { origin, "x-requested-by": "aqlcloud" },
			data: { email: "owner@aqlcloud.test", password: "Local-demo-1" },
		});
		if (!response.ok()) throw new Error(`Sign-in answered ${response.status()}`);
		await act(await context.newPage(), origin);
	} finally {
		await browser.close();
		await product.stop();
	}
}
