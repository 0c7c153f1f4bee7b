import type { Page, Request } from "playwright-core";
import { describe, expect } from "vitest";
import { signedInScreens, withEntity } from "./signed-in-screens";
import { mainLink, requestsDuring, settle, signIn, test, withoutHints } from "./visitor";

const check = "GET /api/isAuthenticated";
const batchStart = "GET /api/proxy/";

type Trips = {
	/** The requests to the console's own doors, as sent; what the sign-in service keeps is asked beside the batch. */
	requests: string[];
	/** How many of all had to wait for one another: the trips a person waits for. */
	serial: number;
	/** Every request with its place among those that waited. */
	all: string[];
};

async function tripsDuring(page: Page, act: () => Promise<unknown>): Promise<Trips> {
	const depths = new Map<Request, number>();
	let answered = 0;
	const isOurs = (request: Request) => new URL(request.url()).pathname.startsWith("/api/");
	const start = (request: Request) => void (isOurs(request) && depths.set(request, answered + 1));
	const end = (request: Request) => {
		answered = Math.max(answered, depths.get(request) ?? 0);
	};
	page.on("request", start).on("requestfinished", end);
	const requests = await requestsDuring(page, act);
	page.off("request", start).off("requestfinished", end);
	return {
		requests: requests.filter((request) => !request.startsWith("GET /api/auth/")),
		serial: Math.max(0, ...depths.values()),
		all: [...depths].map(([request, depth]) => `${depth} ${new URL(request.url()).pathname}`),
	};
}

/** Goes where no link of the screen may lead, as a link would: the page stays, and its router hears of it. */
function follow(page: Page, path: string): Promise<void> {
	return page.evaluate((to) => history.pushState({}, "", to), path);
}

function expectOneCheckAndOneBatch({ requests, serial, all }: Trips, loads: string[]): void {
	expect(requests).toEqual([check, expect.stringContaining(batchStart)]);
	const procedures = requests[1]?.replace(batchStart, "").split(",") ?? [];
	expect(procedures).toEqual(expect.arrayContaining(["account.getCurrent", ...loads]));
	expect(procedures).toHaveLength(new Set(procedures).size);
	expect(serial, all.join("\n")).toBe(2);
}

describe("a screen asks once who is there, then for all it shows at once", () => {
	test.for(signedInScreens)(
		"$path: opened by its address, left, and come back to",
		async (screen, { page, context }) => {
			await withoutHints(page);
			await signIn(context, "owner");
			const { path, title } = await withEntity(page, screen);
			const stands = async (name: string) => {
				const crumbs = page.getByRole("navigation", { name: "Breadcrumbs" });
				await crumbs.locator("[aria-current]").getByText(name, { exact: true }).waitFor();
				await page.getByRole("heading", { level: 1 }).waitFor();
			};
			const opened = await tripsDuring(page, async () => {
				await page.goto(path);
				await stands(title);
			});
			expectOneCheckAndOneBatch(opened, screen.loads);

			const elsewhere =
				path === "/dashboard" ? { path: "/devices", title: "Devices" } : { path: "/dashboard", title: "Dashboard" };
			await settled(page);
			const left = await tripsDuring(page, async () => {
				await follow(page, elsewhere.path);
				await stands(elsewhere.title);
			});
			expectOneCheckAndOneBatch(left, []);

			await settled(page);
			const back = await tripsDuring(page, async () => {
				await follow(page, path);
				await stands(title);
			});
			expectOneCheckAndOneBatch(back, screen.loads);
		},
	);

	test("also a log of one device: its channels come with it", async ({ page, context }) => {
		await withoutHints(page);
		await signIn(context, "owner");
		const { path } = await withEntity(page, { path: "/log/?device={device.getDevices}", title: "Log", loads: [] });
		const opened = await tripsDuring(page, async () => {
			await page.goto(path);
			await page.getByRole("combobox", { name: "Channels" }).waitFor();
		});
		expectOneCheckAndOneBatch(opened, ["log.getLogs", "device.getDevice"]);
	});

	test.for([
		{ way: "sorted by one", search: "?sort=-storage", added: [] },
		{ way: "with one that this browser remembers", search: "", added: ["retention"] },
	])("also devices $way of the columns on demand", async ({ search, added }, { page, context }) => {
		await withoutHints(page);
		await signIn(context, "owner");
		await page.addInitScript(
			(columns) => localStorage.setItem("columns.v1.devices", columns),
			JSON.stringify({ hidden: [], added }),
		);
		const opened = await tripsDuring(page, async () => {
			await page.goto(`/devices${search}`);
			await page.getByRole("table", { name: "Devices" }).waitFor();
		});
		expectOneCheckAndOneBatch(opened, ["device.getDevices", "group.getGroups", "device.getDeviceFacts"]);
	});

	test("also where the role may not see it: billing is told so after the same two", async ({ page, context }) => {
		await withoutHints(page);
		await signIn(context, "billing");
		const opened = await tripsDuring(page, async () => {
			await page.goto("/alerts/");
			await page.getByRole("heading", { name: "Not for your role" }).waitFor();
		});
		expectOneCheckAndOneBatch(opened, []);
		await settled(page);
		// By now the role is known, and what it would be refused is not asked.
		const next = await tripsDuring(page, async () => {
			await follow(page, "/accounts/users/");
			await page.getByText(/Your role cannot see users/).waitFor();
		});
		expect(next.requests).toEqual([check, "GET /api/proxy/account.getCurrent"]);
	});
});

/** Until the check before is too old to be shared with the next navigation. */
async function settled(page: Page): Promise<void> {
	const since = await page.evaluate(() => performance.now());
	await page.waitForFunction((from) => performance.now() > from + 1_000, since);
}

describe("pointing at the links of the navigation", () => {
	test("costs each at most one check and one batch, and moves nobody", async ({ page, context }) => {
		await withoutHints(page);
		await signIn(context, "owner");
		await page.goto("/profile");
		await settle(page, "My profile");
		const names = await page.getByRole("navigation", { name: "Main" }).getByRole("link").allInnerTexts();
		expect(names.length).toBeGreaterThan(10);
		for (const name of names) {
			const { requests, serial } = await tripsDuring(page, () => mainLink(page, name.trim()).hover());
			expect(requests.filter((request) => request === check).length, name).toBeLessThanOrEqual(1);
			expect(requests.filter((request) => request !== check).length, name).toBe(1);
			expect(serial, name).toBeLessThanOrEqual(2);
			expect(new URL(page.url()).pathname, name).toBe("/profile");
		}
	});
});
