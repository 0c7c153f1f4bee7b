import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { beforeEach, expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { CompanyInformation } from "../../client/features/company/company-information";
import type { CurrentAccount } from "../../shared/account/account";
import {
	type Company,
	companyFieldNames,
	companyFields,
	companySections,
	fieldUse,
} from "../../shared/account/company";
import type { Role } from "../../shared/account/permissions";
import { specifiedFormats } from "../../shared/formats/display-formats";
import { company, sampleUser } from "../samples";
import { show } from "./show";

const fetched = vi.fn<typeof fetch>();

beforeEach(() => {
	fetched.mockReset();
	vi.stubGlobal("fetch", fetched);
	return () => vi.unstubAllGlobals();
});

function account(role: Role): CurrentAccount {
	const names = { companyName: "Acme", productName: "AQLCloud", logoUrl: null, timeZone: "Europe/Lisbon" };
	return { id: `acc_${"0".repeat(26)}`, ...names, createdAt: new Date(0), me: sampleUser({ role }) };
}

async function showCompany(shown: Company, role: Role = "admin"): Promise<void> {
	await show(
		<QueryClientProvider client={new QueryClient()}>
			<CompanyInformation account={account(role)} company={shown} />
		</QueryClientProvider>,
	);
}

const field = (name: string) => page.getByLabelText(name, { exact: true });
const save = () => page.getByRole("button", { name: "Save company" }).click();

function respond(data: unknown): void {
	fetched.mockResolvedValueOnce(Response.json([{ result: { data: { json: data } } }]));
}

function deny(fields: Record<string, string>): void {
	const error = { message: "", code: -32600, data: { code: "BAD_REQUEST", httpStatus: 400, fields } };
	fetched.mockResolvedValueOnce(Response.json([{ error: { json: error } }], { status: 400 }));
}

function sentInput(): unknown {
	const [, init] = fetched.mock.calls[0] ?? [];
	return JSON.parse(String(init?.body))[0].json;
}

test("every field says where it is used, to who changes it and to who reads it", async () => {
	await showCompany({ ...company, country: "PT", website: "https://acme.test" });
	for (const name of companyFieldNames) {
		const { label, section } = companyFields[name];
		const shown = section === "units" ? "Temperature" : label;
		await expect.element(page.getByText(shown, { exact: true }).first()).toBeVisible();
		const use = fieldUse(name) ?? companySections.find((one) => one.name === section)?.lead ?? "says nothing";
		await expect.element(page.getByText(use, { exact: true }).first()).toBeVisible();
	}
});

test("a viewer reads all of it, and changes nothing", async () => {
	await showCompany({ ...company, country: "PT", website: "https://acme.test" }, "viewer");
	await expect.element(page.getByText("Portugal")).toBeVisible();
	await expect.element(page.getByRole("link", { name: "https://acme.test" })).toHaveAttribute("rel", "noreferrer");
	expect(page.getByRole("button", { name: "Save company" }).elements()).toHaveLength(0);
	expect(page.getByRole("textbox").elements()).toHaveLength(0);
});

test("a wrong value stays, with its error at its field, and the first takes the focus", async () => {
	await showCompany(company);
	await field("Company name").fill(" ");
	await field("Website").fill("javascript:alert(1)");
	await save();
	await expect.element(field("Company name")).toHaveFocus();
	await expect.element(page.getByText("Enter your company's name.")).toBeVisible();
	await expect.element(page.getByText("Enter an address such as https://example.com.")).toBeVisible();
	await expect.element(field("Website")).toHaveValue("javascript:alert(1)");
	expect(fetched).not.toHaveBeenCalled();
});

test("shows the server's errors at their fields, and keeps the typed text", async () => {
	deny({ taxId: "This is no tax or VAT number of Germany." });
	await showCompany({ ...company, country: "DE" });
	await field("Tax or VAT number").fill("DE136695977");
	await save();
	await expect.element(page.getByText("This is no tax or VAT number of Germany.")).toBeVisible();
	await expect.element(field("Tax or VAT number")).toHaveValue("DE136695977");
	await expect.element(field("Tax or VAT number")).toHaveFocus();
});

test("a saved form shows what was kept, and goes on from its version", async () => {
	const kept = { ...company, phone: "+4930901820", country: "DE", version: 2 };
	respond(kept);
	await showCompany({ ...company, country: "DE" });
	await field("Phone").fill("030 901820");
	await userEvent.tab();
	await expect.element(page.getByText("Read as +49 30 901820 (DE).")).toBeVisible();
	await save();
	await expect.element(field("Phone")).toHaveValue("+4930901820");
	expect(sentInput()).toMatchObject({ version: 1, phone: "030 901820", companyName: "Acme" });
});

test("a format is chosen by what it looks like", async () => {
	respond({ ...company, decimalSign: "comma", version: 2 });
	await showCompany(company);
	await page.getByRole("combobox", { name: "Numbers" }).click();
	await page.getByRole("option", { name: "1.234,5" }).click();
	await save();
	await expect.poll(() => fetched.mock.calls.length).toBe(1);
	expect(sentInput()).toMatchObject({ ...specifiedFormats, decimalSign: "comma" });
});

test("a shorter time of the logs that waits is shown as soon as the form opens", async () => {
	const day = Date.UTC(2026, 10, 27);
	const evidenceCut = { removedAt: day, olderThan: day - 400 * 86_400_000, changes: 12, messages: 1 };
	await showCompany({ ...company, evidenceCut });
	await expect.element(page.getByText(/12 changes and 1 message from before/)).toBeVisible();
});
