import type { BrowserContext, Frame, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect } from "vitest";
import { call } from "../device-fleet";
import { product } from "../this-product";
import { signIn, test } from "../visitor";
import { type ForeignSite, startForeignSite } from "./foreign-site";

let site: ForeignSite;
beforeAll(async () => {
	site = await startForeignSite();
});
afterAll(() => site.stop());

const origins = ["sibling", "stranger"] as const;

/** Requests of a hostile page, as JSON that ends where a form's text/plain can end it. */
const authRequests = [
	{ path: "/api/auth/sign-out", body: '{"x":"="}' },
	{ path: "/api/auth/profile", body: '{"name":"Mallory","x":"="}' },
	{ path: "/api/proxy/group.createGroup", body: '{"json":{"name":"Planted"},"x":"="}' },
];
const paths = authRequests.map(({ path }) => path);

async function groupNames(context: BrowserContext): Promise<string[]> {
	const groups = await call<{ name: string }[]>(context, "group.getGroups", {}, true);
	return groups.map(({ name }) => name);
}

function answersTo(page: Page): string[] {
	const answers: string[] = [];
	page.on("response", (response) => {
		const url = new URL(response.url());
		if (url.origin !== product.origin) return;
		answers.push(`${response.request().method()} ${url.pathname} ${response.status()}`);
	});
	return answers;
}

async function statusesOf(page: Page): Promise<number[]> {
	const statuses: number[] = [];
	const devTools = await page.context().newCDPSession(page);
	devTools.on("Network.responseReceivedExtraInfo", ({ statusCode }) => statuses.push(statusCode));
	await devTools.send("Network.enable");
	return statuses;
}

/** Posts each request as a form of plain text, which needs no permission. */
async function postForms(page: Page): Promise<void> {
	for (const { path, body } of authRequests) {
		const answered = page.waitForResponse(`${product.origin}${path}`);
		await page.evaluate(
			({ action, body }) => {
				const frame = document.createElement("iframe");
				frame.name = "answer";
				const form = document.createElement("form");
				Object.assign(form, { action, method: "post", enctype: "text/plain", target: frame.name });
				const field = document.createElement("input");
				[field.name = "", field.value = ""] = body.split("=");
				form.append(field);
				document.body.replaceChildren(frame, form);
				form.submit();
			},
			{ action: `${product.origin}${path}`, body },
		);
		await answered;
	}
}

function fetchAll(page: Page, init: RequestInit): Promise<string[]> {
	const requests = authRequests.map(({ path, body }) => ({ url: `${product.origin}${path}`, body }));
	return page.evaluate(
		({ requests, init }) =>
			Promise.all(
				requests.map(({ url, body }) =>
					fetch(url, { ...init, method: "POST", credentials: "include", body }).then(
						({ type }) => type,
						({ name }) => name,
					),
				),
			),
		{ requests, init },
	);
}

describe("S26 a page of another origin", () => {
	test("changes nothing by forms or by fetch with credentials, on sibling or stranger ground", async ({
		page,
		context,
		complaints,
	}) => {
		complaints.allow(/CORS policy|Failed to load resource|frame-ancestors/);
		await signIn(context, "owner");
		const cookiesBefore = await context.cookies(product.origin);
		const groupsBefore = await groupNames(context);
		expect(groupsBefore.length).toBeGreaterThan(0);
		for (const place of origins) {
			await page.goto(site[place]);
			const answers = answersTo(page);
			await postForms(page);
			expect(answers, place).toEqual(paths.map((path) => `POST ${path} 403`));

			const statuses = await statusesOf(page);
			// The request is sent, but Cross-Origin-Resource-Policy keeps even the opaque answer from the page.
			expect(await fetchAll(page, { mode: "no-cors" }), place).toEqual(paths.map(() => "TypeError"));
			await expect.poll(() => statuses, { message: place }).toEqual(paths.map(() => 403));

			const posts: string[] = [];
			page.on("response", (response) => posts.push(`${response.request().method()} ${response.status()}`));
			const declared = { "content-type": "application/json", "x-requested-by": "aqlcloud" };
			expect(await fetchAll(page, { headers: declared }), place).toEqual(paths.map(() => "TypeError"));
			expect(posts.filter((post) => post.startsWith("POST"))).toEqual([]);

			expect(await context.cookies(product.origin)).toEqual(cookiesBefore);
			expect(await (await context.request.get("/api/isAuthenticated")).json()).toMatchObject({
				isAuthenticated: true,
				user: { name: "Maria Oliveira" },
			});
			expect(await groupNames(context)).toEqual(groupsBefore);
		}
	});
});

async function frameSentTo(page: Page, url: string): Promise<Frame> {
	const element = await page.evaluateHandle((src) => {
		const frame = document.createElement("iframe");
		frame.src = src;
		document.body.replaceChildren(frame);
		return frame;
	}, url);
	const frame = await element.contentFrame();
	if (!frame) throw new Error("A frame in the page has no content");
	return frame;
}

describe("S30 in an iframe of another origin", () => {
	test("no screen of the console renders, on sibling or stranger ground", async ({ page, context, complaints }) => {
		complaints.allow(/frame-ancestors|403/);
		await signIn(context, "owner");
		for (const place of origins) {
			await page.goto(site[place]);
			const own = await frameSentTo(page, `${site.stranger}/framed`);
			await expect.poll(() => own.url()).toBe(`${site.stranger}/framed`);
			for (const path of ["/login", "/dashboard", "/api/isAuthenticated"]) {
				const frame = await frameSentTo(page, `${product.origin}${path}`);
				await expect.poll(() => frame.url(), { message: `${path} on ${place} ground` }).toMatch(/^chrome-error:/);
			}
		}
	});
});

describe("S3 a link on another site", () => {
	test("opens the console signed in, with cookies that are SameSite=Lax, and with Strict ones", async ({
		page,
		context,
	}) => {
		for (const sameSite of ["Lax", "Strict"] as const) {
			await page.goto(site.stranger);
			await context.clearCookies();
			await context.addCookies(product.sessions.owner.map((cookie) => ({ ...cookie, sameSite })));
			const visitedPaths: string[] = [];
			page.on("framenavigated", (frame) => visitedPaths.push(new URL(frame.url()).pathname));
			await page.evaluate((href) => {
				const link = document.createElement("a");
				link.href = href;
				link.textContent = "Devices";
				document.body.append(link);
			}, `${product.origin}/devices`);
			await page.getByRole("link", { name: "Devices" }).click();
			await page.getByRole("rowheader", { name: "Cold room 1" }).waitFor();
			expect(new Set(visitedPaths), sameSite).toEqual(new Set(["/devices"]));
		}
	});
});
