import { Menu } from "@mantine/core";
import { IconCheck } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useNavigate, useRouter, useRouterState } from "@tanstack/react-router";
import { Fragment, useState } from "react";
import { toast } from "sonner";
import type { SavedView, ViewScreen } from "../../../shared/account/view";
import { sentenceFor } from "../../api/api-error";
import { savedViews } from "../../api/queries";
import { trpcClient } from "../../api/trpc";
import type { LateMenu } from "../../ui/feedback/lazy-parts";
import { ButtonMenu } from "../../ui/layout/button-menu";
import { ActionItem, type RowAction } from "../../ui/table/row-menu";
import { ManageViewsDialog, SaveViewDialog, useRefreshViews } from "./view-dialogs";
import classes from "./views.module.css";

const passing = ["add", "import"];

type ViewsMenuProps = { menu: LateMenu; screen: ViewScreen; actions: RowAction[] };

/** Stays mounted with its screen: it holds the opened view, so that changes can be saved to it. */
export function ViewsMenu({ menu, screen, actions }: ViewsMenuProps) {
	const refresh = useRefreshViews();
	const navigate = useNavigate();
	const router = useRouter();
	const present = useRouterState({ select: ({ location }) => withoutPassing(location.searchStr) });
	const [openedId, setOpenedId] = useState<string | null>(null);
	const [dialog, setDialog] = useState<"save" | "manage" | null>(null);
	const isWatched = menu.isOpen || dialog !== null;
	const { data, error, isPending, refetch } = useQuery({ ...savedViews(), enabled: isWatched });
	const views = (data ?? []).filter((view) => view.screen === screen);
	const opened = views.find(({ id }) => id === openedId);
	const parts = [
		{ title: "My views", views: views.filter(({ isShared }) => !isShared) },
		{ title: "Shared with everybody", views: views.filter(({ isShared }) => isShared) },
	].filter((part) => part.views.length > 0);

	const open = ({ id, search }: SavedView) => {
		setOpenedId(id);
		// The screen's schema drops unknown parameters, so that an old view opens too.
		const parsed = router.options.parseSearch?.(`?${withoutPassing(search)}`) ?? {};
		void navigate({ to: ".", search: () => parsed });
	};
	const saveChanges = async ({ id: viewId, version, name, isShared }: SavedView) => {
		try {
			await trpcClient.view.updateView.mutate({ viewId, version, name, isShared, search: present });
			toast.success(`View “${name}” changed.`);
		} catch (failure) {
			toast.error(sentenceFor(failure));
		}
		await refresh();
	};

	return (
		<>
			<ButtonMenu menu={menu} width={280}>
				{actions.map(({ id, ...action }) => (
					<ActionItem key={id} {...action} />
				))}
				{actions.length > 0 && <Menu.Divider />}
				<div className={classes.list}>
					{isPending && <Menu.Label>Loading…</Menu.Label>}
					{error && (
						<>
							<Menu.Label role="alert">{sentenceFor(error)}</Menu.Label>
							<Menu.Item closeMenuOnClick={false} onClick={() => refetch()}>
								Try again
							</Menu.Item>
						</>
					)}
					{parts.map((part) => (
						<Fragment key={part.title}>
							<Menu.Label>{part.title}</Menu.Label>
							{part.views.map((view) => (
								<Menu.Item
									key={view.id}
									aria-current={view.search === present || undefined}
									rightSection={view.search === present && <IconCheck size={15} />}
									onClick={() => open(view)}
								>
									<span className={classes.name}>{view.name}</span>
								</Menu.Item>
							))}
						</Fragment>
					))}
					{data && parts.length === 0 && <Menu.Label>No views of this screen yet</Menu.Label>}
				</div>
				{opened?.isEditable && opened.search !== present && (
					<Menu.Item onClick={() => void saveChanges(opened)}>Save changes to “{opened.name}”</Menu.Item>
				)}
				<Menu.Item onClick={() => setDialog("save")}>Save as view…</Menu.Item>
				{views.some(({ isEditable }) => isEditable) && (
					<Menu.Item onClick={() => setDialog("manage")}>Manage views…</Menu.Item>
				)}
			</ButtonMenu>
			<SaveViewDialog
				isOpen={dialog === "save"}
				screen={screen}
				search={present}
				onSaved={(view) => setOpenedId(view.id)}
				onClose={() => setDialog(null)}
			/>
			<ManageViewsDialog
				isOpen={dialog === "manage"}
				views={views.filter(({ isEditable }) => isEditable)}
				onClose={() => setDialog(null)}
			/>
		</>
	);
}

function withoutPassing(search: string): string {
	const parameters = new URLSearchParams(search);
	for (const name of passing) parameters.delete(name);
	parameters.sort();
	return parameters.toString();
}
