import { IconDots, IconPlus, IconUsers } from "@tabler/icons-react";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Link, useNavigate, useRouterState } from "@tanstack/react-router";
import { type KeyboardEvent, type ReactNode, Suspense, useEffect, useRef, useState } from "react";
import { toast } from "sonner";
import type { SavedView, ViewScreen } from "../../../shared/account/view";
import { sentenceFor } from "../../api/api-error";
import { savedViews } from "../../api/queries";
import { trpc, trpcClient } from "../../api/trpc";
import { parseSearch, stringifySearch } from "../../base/search-text";
import { lazyPart, useIsWanted } from "../../ui/feedback/lazy-parts";
import { t } from "../../words/made/forms";
import classes from "./views.module.css";

const SaveViewDialog = lazyPart(async () => (await import("./view-dialogs")).SaveViewDialog);
const ManageViewsDialog = lazyPart(async () => (await import("./view-dialogs")).ManageViewsDialog);

const passing = ["add", "import"];

/** The opened view is named in the history, so that a reload and Back know which view was altered. */
export function ViewTabs({ screen }: { screen: ViewScreen }) {
	const queryClient = useQueryClient();
	const navigate = useNavigate();
	const { data } = useQuery(savedViews());
	const present = useRouterState({ select: ({ location }) => comparable(location.searchStr) });
	const openedId = useRouterState({ select: ({ location }) => location.state.viewId });
	const [dialog, setDialog] = useState<"save" | "manage" | null>(null);
	const isSaveWanted = useIsWanted(dialog === "save");
	const isManageWanted = useIsWanted(dialog === "manage");
	const views = (data ?? []).filter((view) => view.screen === screen);
	const shown =
		views.find(({ id }) => id === openedId) ?? views.find(({ search }) => comparable(search) === present) ?? null;
	const isAltered = shown !== null && comparable(shown.search) !== present;

	const saveChanges = async ({ id: viewId, version, name, isShared }: SavedView) => {
		try {
			await trpcClient.view.updateView.mutate({ viewId, version, name, isShared, search: present });
			toast.success(t("view.changed", { name }));
		} catch (failure) {
			toast.error(sentenceFor(failure));
		}
		await queryClient.invalidateQueries(trpc.view.pathFilter());
	};

	// Without a view and a filter there is nothing to choose or to save.
	if (views.length === 0 && present === "" && dialog === null) return null;

	return (
		<div className={classes.views} data-empty={views.length === 0 || undefined}>
			<div role="tablist" aria-label={t("views")} className={classes.tabs} onKeyDown={walk}>
				<ViewTab isShown={shown === null}>{t("views.all")}</ViewTab>
				{views.map((view) => (
					<ViewTab key={view.id} view={view} isShown={view === shown}>
						<span className={classes.name}>{view.name}</span>
						{view.isShared && <IconUsers size={14} stroke={1.8} role="img" aria-label={t("view.shared")} />}
						{view === shown && isAltered && <span className={classes.dot} role="img" aria-label={t("view.altered")} />}
					</ViewTab>
				))}
			</div>
			{isAltered && shown.isEditable && (
				<button type="button" className={classes.save} onClick={() => void saveChanges(shown)}>
					{t("save")}
				</button>
			)}
			<button
				type="button"
				className={classes.action}
				aria-label={t("view.save.title")}
				title={t("view.save.title")}
				onClick={() => setDialog("save")}
			>
				<IconPlus size={16} aria-hidden="true" />
			</button>
			{views.some(({ isEditable }) => isEditable) && (
				<button
					type="button"
					className={classes.action}
					aria-label={t("views.manage")}
					title={t("views.manage")}
					onClick={() => setDialog("manage")}
				>
					<IconDots size={16} aria-hidden="true" />
				</button>
			)}
			<Suspense>
				{isSaveWanted && (
					<SaveViewDialog
						isOpen={dialog === "save"}
						screen={screen}
						search={present}
						onSaved={({ id }) => void navigate({ to: ".", search: true, state: { viewId: id }, replace: true })}
						onClose={() => setDialog(null)}
					/>
				)}
				{isManageWanted && (
					<ManageViewsDialog
						isOpen={dialog === "manage"}
						views={views.filter(({ isEditable }) => isEditable)}
						onClose={() => setDialog(null)}
					/>
				)}
			</Suspense>
		</div>
	);
}

type ViewTabProps = { view?: SavedView; isShown: boolean; children: ReactNode };

function ViewTab({ view, isShown, children }: ViewTabProps) {
	const tab = useRef<HTMLAnchorElement>(null);
	useEffect(() => {
		const tabs = tab.current?.parentElement;
		// On a phone the tabs scroll with the filters, which stay in sight.
		const isScrolled = tabs && tabs.scrollWidth > tabs.clientWidth;
		if (isShown && view && isScrolled) tab.current?.scrollIntoView({ block: "nearest", inline: "nearest" });
	}, [isShown, view]);
	return (
		<Link
			ref={tab}
			role="tab"
			className={classes.tab}
			aria-selected={isShown}
			tabIndex={isShown ? 0 : -1}
			to="."
			// The screen's schema drops unknown parameters, so that an old view opens too.
			search={() => (view ? parseSearch(comparable(view.search)) : {})}
			state={view ? { viewId: view.id } : {}}
			resetScroll={false}
		>
			{children}
		</Link>
	);
}

/** Arrow keys move along the tabs, Enter and Space open one: each may load other rows. */
function walk(event: KeyboardEvent<HTMLElement>): void {
	const tabs = [...event.currentTarget.querySelectorAll<HTMLElement>("[role=tab]")];
	const at = tabs.findIndex((tab) => tab.matches(":focus"));
	const steps = new Map(Object.entries({ ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: -1 }));
	const step = steps.get(event.key);
	if (event.key === " ") tabs[at]?.click();
	else if (step !== undefined) tabs.at(step % tabs.length)?.focus();
	else return;
	event.preventDefault();
}

/** Current names for names of earlier releases, in one order, without parameters that open a dialog. */
function comparable(search: string): string {
	const parameters = new URLSearchParams(stringifySearch(parseSearch(search)));
	for (const name of passing) parameters.delete(name);
	parameters.sort();
	return parameters.toString();
}
