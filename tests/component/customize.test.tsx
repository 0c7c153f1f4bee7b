import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { beforeEach, expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { BrandForm } from "../../client/features/customize/brand-form";
import { drawnPng } from "../../client/features/customize/draw-image";
import { type BrandState, neutralBrand } from "../../shared/account/brand";
import { show } from "./show";

const state: BrandState = {
	version: 3,
	draft: { ...neutralBrand, primary: "#7a1fa2" },
	publications: [],
	hostnames: [],
	isSenderReleased: false,
};

const fetched = vi.fn<typeof fetch>();
beforeEach(() => {
	fetched.mockReset();
	vi.stubGlobal("fetch", fetched);
	return () => vi.unstubAllGlobals();
});

async function showForm(): Promise<void> {
	await show(
		<QueryClientProvider client={new QueryClient()}>
			<BrandForm state={state} companyName="Acme" onSaved={() => {}} />
		</QueryClientProvider>,
	);
}

const field = (name: string) => page.getByLabelText(name, { exact: true });
const save = () => page.getByRole("button", { name: "Save draft" }).click();

test.each([
	["#ffffff", "This color cannot be told from a white page. Choose a darker one."],
	["red; background: url(//evil.test)", null],
])("a color that is none or not seen is named at its field, and stays: %s", async (typed, complaint) => {
	await showForm();
	await field("Primary color").fill(typed);
	await field("Product name").fill("Northwind Watch");
	await save();
	await expect.element(field("Primary color")).toHaveAttribute("aria-invalid", "true");
	if (complaint !== null) await expect.element(page.getByText(complaint)).toBeVisible();
	await expect.element(field("Primary color")).toHaveFocus();
	await expect.element(field("Primary color")).toHaveValue(typed);
	await expect.element(field("Product name")).toHaveValue("Northwind Watch");
	expect(fetched).not.toHaveBeenCalled();
});

test("keeps typed text during an outage, and saves it by the next press", async () => {
	fetched.mockRejectedValueOnce(new TypeError("Failed to fetch"));
	await showForm();
	await field("Product name").fill("Northwind Watch");
	await save();
	await expect.element(page.getByRole("alert").first()).toBeVisible();
	await expect.element(field("Product name")).toHaveValue("Northwind Watch");
	const kept = { ...state, version: 4, draft: { ...state.draft, productName: "Northwind Watch" } };
	fetched.mockResolvedValueOnce(Response.json([{ result: { data: { json: kept } } }]));
	await save();
	await expect.poll(() => fetched.mock.calls.length).toBe(2);
	const [, init] = fetched.mock.calls[1] ?? [];
	expect(JSON.parse(String(init?.body))[0].json).toMatchObject({ productName: "Northwind Watch", version: 3 });
});

test("shows the server's errors at their fields", async () => {
	const fields = { termsUrl: "Enter an address such as https://example.com." };
	const error = { message: "", code: -32600, data: { code: "BAD_REQUEST", httpStatus: 400, fields } };
	fetched.mockResolvedValueOnce(Response.json([{ error: { json: error } }], { status: 400 }));
	await showForm();
	await field("Product name").fill("Northwind Watch");
	await save();
	await expect.element(page.getByText("Enter an address such as https://example.com.")).toBeVisible();
});

test("a browser that spoils what pages draw is named, rather than its stripes kept as a logo", async () => {
	const canvas = document.createElement("canvas");
	const blob = await new Promise<Blob>((resolve) => canvas.toBlob((drawn) => resolve(drawn ?? new Blob())));
	const file = new File([blob], "logo.png", { type: "image/png" });
	expect(await drawnPng(file, "logo")).toMatch(/^iVBORw0KGgo/);
	const spoiled = vi.spyOn(CanvasRenderingContext2D.prototype, "getImageData");
	spoiled.mockImplementation((_x, _y, width, height) => new ImageData(width, height));
	await expect(drawnPng(file, "logo")).rejects.toThrow("This browser changes pictures that pages draw");
	spoiled.mockRestore();
});

test("Warns of a color close to an alarm's, and takes it", async () => {
	await showForm();
	const warning = page.getByRole("status").getByText(/Close to the red of critical alerts/);
	await expect.element(warning).not.toBeInTheDocument();
	await field("Primary color").fill("#e8112d");
	await expect.element(warning).toBeVisible();
	fetched.mockResolvedValueOnce(Response.json([{ result: { data: { json: { ...state, version: 4 } } } }]));
	await save();
	await expect.poll(() => fetched.mock.calls.length).toBe(1);
	await field("Primary color").fill("#7a1fa2");
	await expect.element(warning).not.toBeInTheDocument();
});
