import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import type { CurrentAccount } from "../../../shared/account/account";
import type { AuditPage } from "../../../shared/account/audit";
import {
	type BrandImage,
	type BrandInput,
	type BrandPreview,
	type BrandState,
	brandImagePath,
	type HostBrandResult,
	hostBrandPath,
	neutralBrand,
} from "../../../shared/account/brand";
import { base64Of, pngFile } from "../../png-file";
import { reasonOf } from "../fixtures/account-users";
import { accountStub, createOwner } from "../fixtures/fleet";
import { dataOf, type Person, send } from "../fixtures/people";
import { workThrough } from "../fixtures/works";

const look: BrandInput = {
	...neutralBrand,
	productName: "Northwind Watch",
	mailSender: "Northwind alerts",
	mailFooter: "Cold since 1921\nPart of Acme",
	reportFooter: "Confidential",
	supportAddress: "help@northwind.test",
	termsUrl: "https://northwind.test/terms",
	primary: "#7a1fa2",
	accent: "#c2185b",
};

const stateOf = async (asks: Person) => dataOf<BrandState>(await asks.query("account.getBrand"));

async function keep(asks: Person, image: Uint8Array): Promise<BrandImage> {
	return dataOf<BrandImage>(await asks.mutate("account.keepBrandImage", { image: base64Of(image) }));
}

async function publish(asks: Person, brand: BrandInput): Promise<BrandState> {
	const { version } = await stateOf(asks);
	const draft = dataOf<BrandState>(await asks.mutate("account.saveBrandDraft", { ...brand, version }));
	return dataOf<BrandState>(await asks.mutate("account.publishBrand", { version: draft.version }));
}

const accountOf = async (asks: Person) => dataOf<CurrentAccount>(await asks.query("account.getCurrent"));

describe("a brand", () => {
	it("shows a draft to no one until it is published, and can be reverted", async () => {
		const { id, owner } = await createOwner();
		const logoLight = await keep(owner, await pngFile({ width: 300, height: 60 }));
		dataOf(await owner.mutate("account.saveBrandDraft", { ...look, logoLight, version: 0 }));
		expect(await accountOf(owner)).toMatchObject({ productName: "AQLCloud", logoUrl: null, brand: null });
		const first = dataOf<BrandState>(await owner.mutate("account.publishBrand", { version: 1 }));
		const url = `${brandImagePath}${logoLight.hash}`;
		expect(await accountOf(owner)).toMatchObject({
			productName: "Northwind Watch",
			logoUrl: url,
			brand: { productName: "Northwind Watch", logoLight, light: { "--brand-fill": "#7a1fa2" } },
		});
		const second = await publish(owner, neutralBrand);
		expect(await accountOf(owner)).toMatchObject({ productName: "AQLCloud", logoUrl: null, brand: null });
		const revision = first.publications[0]?.revision;
		const back = { version: second.version, revision };
		const third = dataOf<BrandState>(await owner.mutate("account.revertBrand", back));
		expect(third.publications.map(({ brand }) => brand.productName)).toEqual([
			"Northwind Watch",
			"",
			"Northwind Watch",
		]);
		expect(third.draft).toEqual({ ...look, logoLight });
		expect((await accountOf(owner)).logoUrl).toBe(url);
		const { entries } = dataOf<AuditPage>(await owner.query("account.getAudit", { kind: "account", entityId: id }));
		expect(entries.map(({ action }) => action).slice(0, 3)).toEqual([
			...["account.revertBrand", "account.publishBrand", "account.saveBrandDraft"],
		]);
		expect(entries.at(-2)?.entities[0]?.fields).toContainEqual({
			field: "draft.primary",
			before: null,
			after: "#7a1fa2",
		});
	});

	it("rejects a draft that was changed meanwhile by another person", async () => {
		const { owner } = await createOwner();
		dataOf(await owner.mutate("account.saveBrandDraft", { ...look, version: 0 }));
		for (const [act, input] of [
			["saveBrandDraft", { ...look, productName: "Other", version: 0 }],
			["publishBrand", { version: 0 }],
			["revertBrand", { version: 0, revision: 1 }],
		] as const) {
			expect(await reasonOf(owner.mutate(`account.${act}`, input))).toBe("CHANGED_MEANWHILE");
		}
		expect((await stateOf(owner)).draft.productName).toBe("Northwind Watch");
	});

	it("keeps the company's form as it is", async () => {
		const { owner } = await createOwner();
		const company = dataOf<{ version: number }>(await owner.query("account.getCompany"));
		await publish(owner, look);
		expect(dataOf<{ version: number }>(await owner.query("account.getCompany")).version).toBe(company.version);
	});

	it("keeps the last 20 publications", async () => {
		const { owner } = await createOwner();
		for (let count = 0; count < 22; count += 1) await publish(owner, { ...look, productName: `Name ${count}` });
		const { publications } = await stateOf(owner);
		expect(publications.map(({ brand }) => brand.productName)).toEqual(
			Array.from({ length: 20 }, (_, index) => `Name ${21 - index}`),
		);
	});
});

describe("an image", () => {
	it("loads under its hash for ever, as nothing but a picture", async () => {
		const { owner } = await createOwner();
		const png = await pngFile({ width: 8, height: 8 });
		const { hash } = await keep(owner, png);
		const response = await send(`${brandImagePath}${hash}`);
		expect(new Uint8Array(await response.arrayBuffer())).toEqual(png);
		expect(Object.fromEntries(response.headers)).toMatchObject({
			"content-type": "image/png",
			"cache-control": "public, max-age=31536000, immutable",
			etag: `"${hash}"`,
		});
		const again = await send(`${brandImagePath}${hash}`, { headers: { "if-none-match": `"${hash}"` } });
		expect(again.status).toBe(304);
		expect((await send(`${brandImagePath}${"0".repeat(64)}`)).status).toBe(404);
		expect((await send(`${brandImagePath}..%2Freport`)).status).toBe(404);
	});

	it("gets another name in another account, and cannot be used from there", async () => {
		const [one, other] = [await createOwner(), await createOwner()];
		const png = await pngFile({ width: 8, height: 8 });
		const [theirs, own] = [await keep(one.owner, png), await keep(other.owner, png)];
		expect(theirs.hash).not.toBe(own.hash);
		const input = { ...look, logoLight: theirs, version: 0 };
		const { error } = await other.owner.mutate("account.saveBrandDraft", input);
		expect(error?.data.fields).toEqual({ logoLight: expect.stringContaining("no longer kept") });
		expect((await other.owner.query("account.previewBrand", { ...input, what: "page" })).error?.data.fields).toEqual({
			logoLight: expect.stringContaining("no longer kept"),
		});
	});

	it("keeps its real size, whatever a draft states", async () => {
		const { owner } = await createOwner();
		const image = await keep(owner, await pngFile({ width: 300, height: 60 }));
		const logoLight = { ...image, width: 1_000, height: 1 };
		const saved = dataOf<BrandState>(await owner.mutate("account.saveBrandDraft", { ...look, logoLight, version: 0 }));
		expect(saved.draft.logoLight).toEqual(image);
	});

	const text = (content: string) => new TextEncoder().encode(content);
	it.each<[string, () => Promise<Uint8Array> | Uint8Array, string]>([
		[
			"that says it is 50,000 px wide",
			() => pngFile({ width: 4, height: 4, claims: { width: 50_000, height: 4 } }),
			"50000 × 4",
		],
		["without a pixel", () => pngFile({ width: 4, height: 4, claims: { width: 0, height: 4 } }), "0 × 4"],
		[
			"that unpacks into more",
			() => pngFile({ width: 900, height: 900, claims: { width: 2, height: 2 } }),
			"pixels it says",
		],
		[
			"that unpacks into a hundred times more",
			() => pngFile({ width: 4_000, height: 4_000, claims: { width: 1_000, height: 16 } }),
			"pixels it says",
		],
		[
			"that unpacks into less",
			() => pngFile({ width: 4, height: 4, claims: { width: 9, height: 9 } }),
			"pixels it says",
		],
		[
			"that is an SVG",
			() => text('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
			"Not a PNG",
		],
		["that only begins as a PNG", async () => (await pngFile({ width: 4, height: 4 })).slice(0, 60), "Not a PNG"],
		[
			"with a page behind it",
			async () => new Uint8Array([...(await pngFile({ width: 4, height: 4 })), ...text("<html>")]),
			"Not a PNG",
		],
	])("rejects an image: %s", async (_, make, sentence) => {
		const { owner } = await createOwner();
		const { error } = await owner.mutate("account.keepBrandImage", { image: base64Of(await make()) });
		expect(error?.data.fields).toEqual({ image: expect.stringContaining(sentence) });
	});
});

describe("a hostname", () => {
	const brandOf = async (hostname: string) => {
		const response = await send(`${hostBrandPath}?hostname=${encodeURIComponent(hostname)}`);
		return (await response.json<HostBrandResult>()).brand;
	};
	const map = (hostname: string, accountId: string) =>
		env.DIRECTORY.prepare("INSERT INTO hostnames VALUES (?, ?, 0)").bind(hostname, accountId).run();

	it("shows what its account has published, and nothing of whose it is", async () => {
		const { id, owner } = await createOwner();
		const hostname = `${crypto.randomUUID()}.test`;
		await map(hostname, id);
		expect(await brandOf(hostname)).toBeNull();
		await publish(owner, look);
		await workThrough(accountStub(id), Date.now());
		const shown = await brandOf(hostname.toUpperCase());
		expect(shown).toEqual((await accountOf(owner)).brand);
		expect(JSON.stringify(shown)).not.toContain(id);
		expect((await stateOf(owner)).hostnames).toEqual([hostname]);
		await publish(owner, neutralBrand);
		await workThrough(accountStub(id), Date.now());
		expect(await brandOf(hostname)).toBeNull();
	});

	it("belongs to one account, and another's shows nothing of it", async () => {
		const [one, other] = [await createOwner(), await createOwner()];
		const hostname = `${crypto.randomUUID()}.test`;
		await map(hostname, one.id);
		await expect(map(hostname, other.id)).rejects.toThrow("UNIQUE");
		await publish(other.owner, look);
		await workThrough(accountStub(other.id), Date.now());
		expect(await brandOf(hostname)).toBeNull();
		expect((await stateOf(other.owner)).hostnames).toEqual([]);
	});
});

describe("a preview", () => {
	const previewOf = async (what: "alert" | "mail" | "page") => {
		const { owner } = await createOwner();
		const logoLight = await keep(owner, await pngFile({ width: 300, height: 60 }));
		const shown = dataOf<BrandPreview>(await owner.query("account.previewBrand", { ...look, logoLight, what }));
		expect((await stateOf(owner)).version).toBe(0);
		return { html: "html" in shown ? shown.html : "", hash: logoLight.hash };
	};

	it("shows the logo, the button's color and the foot in a mail", async () => {
		const { html, hash } = await previewOf("mail");
		for (const part of [`src="${brandImagePath}${hash}"`, "#7a1fa2", "Part of Acme", "Support: help@northwind.test"])
			expect(html).toContain(part);
	});

	it("shows what an alert looks like in a mail", async () => {
		const { html, hash } = await previewOf("alert");
		for (const part of [`src="${brandImagePath}${hash}"`, "#7a1fa2", "Critical: Cold room 2", "Acknowledge", "9.4 °C"])
			expect(html).toContain(part);
	});

	it("shows the logo, color and foot in a link's page too", async () => {
		const { html, hash } = await previewOf("page");
		for (const part of [
			`src="${brandImagePath}${hash}"`,
			"--brand-fill: #7a1fa2",
			"Terms: https://northwind.test/terms",
		])
			expect(html).toContain(part);
	});

	it("makes a PDF of a report with the logo", async () => {
		const { owner } = await createOwner();
		const logoLight = await keep(owner, await pngFile({ width: 300, height: 60 }));
		const shown = dataOf<BrandPreview>(
			await owner.query("account.previewBrand", { ...look, logoLight, what: "report" }),
		);
		const pdf = "pdf" in shown ? atob(shown.pdf) : "";
		expect(pdf.slice(0, 5)).toBe("%PDF-");
		expect(pdf).toContain("/Subtype /Image");
	});
});
