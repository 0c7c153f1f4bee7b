import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { violations } from "./accessibility";
import { requestsDuring, signIn, test } from "./visitor";

/** The specification's signed-in routes with their titles, and what each loads besides the account record. */
const signedIn: { path: string; title: string; loads: string[] }[] = [
	{
		path: "/dashboard",
		title: "Dashboard",
		loads: ["device.getDevices", "alert.getAlerts", "billing.getStorageDetails"],
	},
	{ path: "/devices", title: "Devices", loads: ["device.getDevices", "group.getGroups"] },
	{ path: "/log/", title: "Log", loads: ["log.getLogs", "device.getDevices", "group.getGroups"] },
	{ path: "/alerts/", title: "alerts list", loads: ["alert.getAlerts"] },
	{ path: "/alerts/new/", title: "New Alert", loads: ["account.getContacts", "device.getDevices", "group.getGroups"] },
	{
		path: "/alerts/edit/{alert.getAlerts}",
		title: "{name}",
		loads: ["alert.getAlert", "account.getContacts", "device.getDevices", "group.getGroups"],
	},
	{ path: "/groups/", title: "groups list", loads: ["group.getGroups"] },
	{ path: "/groups/new/", title: "Create a new group", loads: ["device.getDevices"] },
	{ path: "/groups/edit/{group.getGroups}", title: "{name}", loads: ["group.getGroup", "device.getDevices"] },
	{ path: "/reports/", title: "reports list", loads: ["report.getReports"] },
	{
		path: "/reports/new/",
		title: "New Report",
		loads: ["account.getContacts", "device.getDevices", "group.getGroups"],
	},
	{
		path: "/reports/edit/{report.getReports}",
		title: "{name}",
		loads: ["report.getReport", "account.getContacts", "device.getDevices", "group.getGroups"],
	},
	{ path: "/profile", title: "My profile", loads: ["session.getSessions"] },
	{ path: "/accounts/users/", title: "Users list", loads: ["account.getUsers"] },
	{ path: "/accounts/users/new", title: "Create New User", loads: [] },
	{ path: "/accounts/users/edit/{account.getUsers}", title: "{name}", loads: ["account.getUsers"] },
	{ path: "/accounts/contacts/", title: "Contacts list", loads: ["account.getContacts"] },
	{ path: "/accounts/contacts/new", title: "Create New Contact", loads: [] },
	{ path: "/accounts/contacts/edit/{account.getContacts}", title: "{name}", loads: ["account.getContacts"] },
	{ path: "/accounts/storage/", title: "Storage", loads: ["billing.getStorageDetails"] },
	{ path: "/accounts/customize/", title: "Customize", loads: [] },
	{ path: "/accounts/company/", title: "Company Information", loads: [] },
	{ path: "/accounts/billing/", title: "Billing", loads: ["billing.getBillingSummary"] },
];

const publicRoutes = [
	"/",
	"/login",
	"/signup",
	"/forgot-password",
	"/confirm",
	"/new-password?email=ana%40example.com",
	"/new-password-required",
	"/second-step",
];

type Listed = { id: string; name?: string; fullName?: string };

/** Puts the first entity of a list in the place of `{procedure}`; without one the path stays. */
async function withEntity(page: Page, path: string): Promise<{ path: string; name: string }> {
	const procedure = /\{(.+)\}/.exec(path)?.[1];
	if (procedure === undefined) return { path, name: "" };
	const answer = await page.context().request.get(`/api/proxy/${procedure}?input=%7B%7D`);
	const [entity]: Listed[] = (await answer.json()).result.data.json;
	if (!entity) throw new Error(`${procedure} answered an empty list`);
	return { path: path.replace(/\{.+\}/, entity.id), name: entity.fullName ?? entity.name ?? "" };
}

/** Each scheme on a load of its own: colours on their way from one to the other have no contrast to measure. */
async function expectAccessible(page: Page, path: string): Promise<void> {
	for (const colorScheme of ["light", "dark"] as const) {
		await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
		await page.goto(path);
		await page.getByRole("heading", { level: 1 }).waitFor();
		await page.waitForLoadState("networkidle");
		await page.getByRole("progressbar", { name: "Loading page" }).waitFor({ state: "hidden" });
		expect(await violations(page), colorScheme).toEqual([]);
	}
}

describe("a signed-in route", () => {
	test.for(signedIn)("$path shows its title and asks once, then loads once", async (route, { page, context }) => {
		await signIn(context, "owner");
		const { path, name } = await withEntity(page, route.path);
		const requests = await requestsDuring(page, async () => {
			await page.goto(path);
			await page.getByRole("heading", { level: 1 }).waitFor();
		});
		const crumbs = page.getByRole("navigation", { name: "Breadcrumbs" });
		await crumbs.getByText(route.title.replace("{name}", name), { exact: true }).waitFor();
		expect(await page.title()).toContain(route.title.replace("{name}", name));

		const [check, ...others] = requests;
		expect(check).toBe("GET /api/isAuthenticated");
		// What the sign-in service keeps is asked of it beside the batch.
		const batches = others.filter((request) => !request.startsWith("GET /api/auth/"));
		const procedures = batches.flatMap((batch) => batch.replace("GET /api/proxy/", "").split(","));
		expect(procedures).toEqual(expect.arrayContaining(["account.getCurrent", ...route.loads]));
		expect(procedures).toHaveLength(new Set(procedures).size);
		// A screen that not every role may open waits for the role when it is opened by its address.
		expect(batches.length).toBeLessThanOrEqual(batches[0] === "GET /api/proxy/account.getCurrent" ? 2 : 1);
	});

	test.for(signedIn)("$path is accessible in light and dark", async (route, { page, context }) => {
		await signIn(context, "owner");
		await expectAccessible(page, (await withEntity(page, route.path)).path);
	});

	test.for(signedIn)(
		"$path sends a visitor to /login, and remembers where they were going",
		async ({ path }, { page }) => {
			const address = path.replace(/\{.+\}/, "some-id");
			await page.goto(address);
			await page.waitForURL((url) => url.pathname === "/login");
			expect(new URL(page.url()).searchParams.get("next")).toBe(address);
		},
	);
});

describe("/accounts", () => {
	test("is a place in the breadcrumbs that leads to the users", async ({ page, context }) => {
		await signIn(context, "owner");
		await page.goto("/accounts");
		await page.waitForURL("**/accounts/users/");
		const crumbs = page.getByRole("navigation", { name: "Breadcrumbs" });
		await crumbs.getByText("Accounts", { exact: true }).waitFor();
		expect(await crumbs.getByRole("link", { name: "Accounts" }).count()).toBe(0);
	});
});

describe("a public route", () => {
	test.for(publicRoutes)("%s opens for a visitor, accessible in light and dark", async (path, { page }) => {
		await expectAccessible(page, path);
		expect(await page.title()).toContain("AQLCloud");
	});

	test.for(publicRoutes)("%s sends somebody who is signed in to the dashboard", async (path, { page, context }) => {
		await signIn(context, "owner");
		await page.goto(path);
		await page.waitForURL("**/dashboard");
	});
});
