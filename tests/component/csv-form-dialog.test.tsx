import { expect, test, vi } from "vitest";
import { CsvFormDialog, csvFormLabel } from "../../client/features/log/actions/csv-form-dialog";
import { readCsvForm } from "../../client/features/log/actions/log-export";
import { standardCsvForm } from "../../shared/log/log-export";
import { show } from "./show";

const stored = () => readCsvForm(localStorage.getItem("csvForm"));

test("A CSV format is chosen once for this browser, with what Excel expects beside it", async () => {
	localStorage.removeItem("csvForm");
	const onClose = vi.fn();
	const screen = await show(<CsvFormDialog isOpen form={standardCsvForm} onClose={onClose} />);
	const dialog = screen.getByRole("dialog", { name: "CSV format" });
	await expect.element(dialog.getByText("Excel in German expects semicolon and decimal comma.")).toBeVisible();
	await dialog.getByLabelText("Comma (1,5)").click();
	await dialog.getByRole("button", { name: "Use this format" }).click();
	await expect.element(dialog.getByText("A decimal comma needs a semicolon or a tab as separator.")).toBeVisible();
	expect([stored(), onClose.mock.calls.length]).toEqual([standardCsvForm, 0]);

	await dialog.getByLabelText("Semicolon").click();
	await dialog.getByRole("button", { name: "Use this format" }).click();
	expect(onClose).toHaveBeenCalledOnce();
	expect(csvFormLabel(stored())).toBe("semicolon, decimal comma");
	localStorage.removeItem("csvForm");
});

test("A stored format that no file can have gives the standard one", () => {
	for (const text of [null, "{", '{"separator":"comma","decimalSign":"comma"}', '{"separator":"pipe"}']) {
		expect(readCsvForm(text)).toEqual(standardCsvForm);
	}
});
