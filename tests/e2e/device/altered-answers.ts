import type { Page } from "playwright-core";
import superjson from "superjson";

/** Replaces responses of the page by procedure, for states that an account cannot reach here. */
export async function alterAnswers(page: Page, answers: Record<string, unknown>): Promise<void> {
	await page.route("**/api/proxy/**", async (route) => {
		const { pathname } = new URL(route.request().url());
		const procedures = pathname.replace("/api/proxy/", "").split(",");
		if (!procedures.some((procedure) => procedure in answers)) return route.fallback();
		const response = await route.fetch();
		const batch: unknown[] = await response.json();
		const json = batch.map((answer, index) => {
			const procedure = procedures[index] ?? "";
			return procedure in answers ? { result: { data: superjson.serialize(answers[procedure]) } } : answer;
		});
		return route.fulfill({ response, json });
	});
}
