const listOf = {
	device: "device.getDevices",
	alert: "alert.getAlerts",
	group: "group.getGroups",
	report: "report.getReports",
	user: "account.getUsers",
	contact: "account.getContacts",
};

export async function waitUntilItStands(page) {
	await page.getByRole("heading", { level: 1 }).first().waitFor();
	await page.waitForFunction(
		() =>
			document.fonts.status === "loaded" &&
			!document.querySelector(
				"[role=progressbar][aria-label='Loading page'], [aria-busy=true], .mantine-Skeleton-root",
			) &&
			[...document.querySelectorAll("main [role=application]")].every((chart) => {
				const plot = chart.querySelector("canvas");
				const pixels = plot?.getContext("2d")?.getImageData(0, 0, plot.width, plot.height).data ?? [];
				return pixels.some((value) => value > 0);
			}),
	);
}

export async function signInForPictures(browser, origin) {
	const context = await browser.newContext({ baseURL: origin });
	const answer = await context.request.post("/api/auth/sign-in", {
		headers: { origin, "x-requested-by": "aqlcloud" },
		data: { email: "owner@aqlcloud.test", password: "Local-demo-1" },
	});
	if (!answer.ok()) throw new Error(`Sign-in answered ${answer.status()}`);
	const ids = {};
	for (const [name, procedure] of Object.entries(listOf)) {
		const list = await (await context.request.get(`/api/proxy/${procedure}?input=%7B%7D`)).json();
		ids[name] = list.result.data.json[0].id;
	}
	const storageState = await context.storageState();
	await context.close();
	return { storageState, withId: (path) => path.replace(/\$(\w+)/, (_, name) => ids[name]) };
}
