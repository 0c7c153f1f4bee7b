import { expect, test, vi } from "vitest";
import { ChartCard } from "../../client/features/log/chart-card";
import type { ChartContent } from "../../client/features/log/chart-lines";
import { clock, logPage } from "./log-parts";
import { show } from "./show";

test("A chart says so where what it draws was not measured, and offers what was", async () => {
	const { from, to } = logPage();
	const content: ChartContent = {
		span: { from, to },
		quantities: ["temperature"],
		quantity: "humidity",
		lines: [],
		leftOut: 0,
		bucketMs: 0,
	};
	const onChoose = vi.fn();
	const screen = await show(
		<ChartCard
			content={content}
			clock={clock}
			events={[]}
			textNote="The table below holds the readings."
			isPartial={false}
			onChoose={onChoose}
			onSpan={() => {}}
		/>,
	);
	await expect.element(screen.getByText("No readings of Humidity in this range.", { exact: true })).toBeVisible();
	await expect.element(screen.getByRole("radio", { name: "Humidity" })).toBeChecked();
	expect(screen.getByRole("img", { name: /over time/ }).elements()).toEqual([]);
	await screen.getByText("Temperature", { exact: true }).click();
	expect(onChoose).toHaveBeenCalledWith("temperature");
});
