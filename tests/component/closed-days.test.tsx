import { useState } from "react";
import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { ClosedDaysField } from "../../client/features/rounds/closed-days";
import { show } from "./show";

function Field() {
	const [days, setDays] = useState<string[]>([]);
	return (
		<>
			<ClosedDaysField days={days} error={undefined} onChange={setDays} />
			<output aria-label="Kept">{days.join(" ")}</output>
		</>
	);
}

const type = async (text: string) => {
	await userEvent.type(page.getByRole("combobox", { name: "Closed days" }), `${text}{Enter}`);
};
const kept = (text: string) => expect.element(page.getByLabelText("Kept")).toHaveTextContent(text);

test("Closed days are typed as elsewhere or pasted as a list, and are chips in the order of the calendar", async () => {
	await show(<Field />);
	await type("Dec 25, 2026");
	await kept("2026-12-25");
	await type("2027-01-01, 2026-12-26");
	await kept("2026-12-25 2026-12-26 2027-01-01");
	await type("2026-12-26");
	await kept("2026-12-25 2026-12-26 2027-01-01");
	await expect.element(page.getByText("Dec 26, 2026")).toBeVisible();
});

test("Closed days of each year have no year", async () => {
	await show(<Field />);
	await page.getByRole("checkbox", { name: "Days that I add come each year" }).click();
	await type("2026-12-25");
	await kept("--12-25");
	await expect.element(page.getByText("Dec 25, each year")).toBeVisible();
	await page.getByRole("checkbox", { name: "Days that I add come each year" }).click();
	await type("2026-12-31");
	await kept("--12-25 2026-12-31");
});

test("A text that is no day stays as it was typed, with its error at the field", async () => {
	await show(<Field />);
	await type("2026-02-30");
	await kept("2026-02-30");
	await expect.element(page.getByText("“2026-02-30” is no day. Remove it, or enter it again.")).toBeVisible();
	await userEvent.type(page.getByRole("combobox", { name: "Closed days" }), "{Backspace}");
	await kept("");
	expect(page.getByText(/is no day/).elements()).toEqual([]);
});
