import { expect, test, vi } from "vitest";
import { userEvent } from "vitest/browser";
import type { LogSearch } from "../../client/features/log/log-search";
import { LogToolbar } from "../../client/features/log/log-toolbar";
import { viewFromSearch } from "../../client/features/log/log-view";
import type { Following } from "../../client/features/log/use-following";
import { show } from "./show";

async function showToolbar(search: LogSearch, news: Following["news"] = null) {
	const following = {
		canPause: !search.offset && !search.from,
		isPaused: false,
		news,
		pause: vi.fn(),
		resume: vi.fn(),
	};
	const calls = { onSearch: vi.fn<(change: LogSearch) => void>(), onMove: vi.fn(), onCustom: vi.fn() };
	const screen = await show(<LogToolbar view={viewFromSearch(search)} following={following} {...calls} />);
	await expect.element(screen.getByRole("button", { name: "Custom" })).toBeVisible();
	return { screen, following, ...calls };
}

test("The time of the log is moved by keys: earlier, later, now and paused", async () => {
	const past = await showToolbar({ range: "day", offset: "2" });
	await userEvent.keyboard("[BracketLeft]");
	await userEvent.keyboard("{Shift>}{ArrowLeft}{/Shift}");
	expect(past.onMove.mock.calls).toEqual([[1], [1]]);
	await userEvent.keyboard("[BracketRight]");
	await userEvent.keyboard("{Shift>}{ArrowRight}{/Shift}");
	expect(past.onMove.mock.calls).toEqual([[1], [1], [-1], [-1]]);
	await userEvent.keyboard("n");
	expect(past.onSearch).toHaveBeenCalledWith({ offset: undefined, from: undefined, to: undefined, zone: undefined });
	await userEvent.keyboard("p");
	expect(past.following.pause).not.toHaveBeenCalled();
	await past.screen.unmount();

	const running = await showToolbar({});
	await userEvent.keyboard("[BracketRight]");
	expect(running.onMove).not.toHaveBeenCalled();
	await userEvent.keyboard("p");
	expect(running.following.pause).toHaveBeenCalledOnce();
});
