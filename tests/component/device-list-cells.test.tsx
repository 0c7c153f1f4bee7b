import { useQueryClient } from "@tanstack/react-query";
import { expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { deviceListOf } from "../../client/api/device-list";
import { AlertBadge } from "../../client/features/devices/device-cells";
import { stateFromSearch } from "../../client/features/devices/device-list-state";
import { AddLinkDenied, ArchivedMatches } from "../../client/features/devices/no-devices";
import { deviceRow } from "../client/list-rows";
import { show } from "./show";

test("A muted device says until when in one line, in whatever room its column has", async () => {
	const row = deviceRow("Cellar", { alertState: "muted", mutedUntil: Date.UTC(2026, 10, 23, 7, 30) });
	await show(
		<div data-testid="cell" style={{ width: 150, whiteSpace: "nowrap" }}>
			<AlertBadge row={row} />
		</div>,
	);
	await expect.element(page.getByText("Muted", { exact: true })).toBeVisible();
	const cell = page.getByTestId("cell").element();
	expect(cell.scrollWidth).toBeLessThanOrEqual(cell.clientWidth);
	expect(cell.getBoundingClientRect().height).toBeLessThan(32);
});

test("A link for adding devices says to a person who may not why nothing opens", async () => {
	await show(<AddLinkDenied denial="You may not." onClose={() => {}} />);
	await expect.element(page.getByText("This link is for adding devices. You may not.")).toBeVisible();
});

test("A search that only archived devices match says how many, one click away", async () => {
	const onSearch = vi.fn();
	const state = stateFromSearch({ q: "cellar" }, { hasGroup: () => true, hasColumn: () => true });
	const Searched = () => {
		// Fresh data: the backend is not called.
		useQueryClient().setQueryData(deviceListOf("archived").queryKey, [deviceRow("Cellar 1"), deviceRow("Attic")]);
		return <ArchivedMatches state={state} now={0} onSearch={onSearch} />;
	};
	await show(<Searched />);
	await expect.element(page.getByText("1 archived device matches.")).toBeVisible();
	await page.getByRole("button", { name: "Show archived" }).click();
	expect(onSearch).toHaveBeenCalledWith({ archived: "archived" });
});
