import { Checkbox, TextInput } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { toast } from "sonner";
import { can } from "../../../shared/account/permissions";
import type { SavedView, ViewScreen } from "../../../shared/account/view";
import { useAccount } from "../../api/account";
import { trpc, trpcClient } from "../../api/trpc";
import { Dialog } from "../../ui/feedback/dialog";
import { t } from "../../words/made/forms";
import { ActionDialogForm, atField, ReadDialog } from "../action-dialog";
import { NamedRow } from "../named-row";

function useRefreshViews(): () => Promise<void> {
	const queryClient = useQueryClient();
	return () => queryClient.invalidateQueries(trpc.view.pathFilter());
}

type SaveViewDialogProps = {
	isOpen: boolean;
	screen: ViewScreen;
	search: string;
	onSaved: (view: SavedView) => void;
	onClose: () => void;
};

export function SaveViewDialog({ isOpen, ...form }: SaveViewDialogProps) {
	return (
		<Dialog isForm isOpen={isOpen} onClose={form.onClose} title={t("view.save.title")} size={440}>
			<SaveViewForm {...form} />
		</Dialog>
	);
}

function SaveViewForm({ screen, search, onSaved, onClose }: Omit<SaveViewDialogProps, "isOpen">) {
	const { me } = useAccount();
	const mayShare = me.scope === "all" && can(me.role, "addNotes");
	const refresh = useRefreshViews();
	const [name, setName] = useState("");
	const [complaint, setComplaint] = useState<string>();
	const [isShared, setIsShared] = useState(false);
	const save = async () => {
		const view = await trpcClient.view.createView.mutate({ screen, search, name, isShared });
		await refresh();
		onSaved(view);
		toast.success(t("view.saved", { name: view.name }));
	};
	return (
		<ActionDialogForm label={t("view.save")} run={save} onClose={onClose} onRejected={atField("name", setComplaint)}>
			<TextInput
				label={t("view.name")}
				description={t("view.name.help")}
				data-autofocus
				autoComplete="off"
				value={name}
				error={complaint}
				onChange={({ currentTarget: { value } }) => setName(value)}
			/>
			<Checkbox
				label={t("view.share")}
				description={mayShare ? undefined : t("view.share.denial")}
				disabled={!mayShare}
				checked={isShared}
				onChange={({ currentTarget: { checked } }) => setIsShared(checked)}
			/>
		</ActionDialogForm>
	);
}

type ManageViewsDialogProps = { isOpen: boolean; views: SavedView[]; onClose: () => void };

export function ManageViewsDialog({ isOpen, views, onClose }: ManageViewsDialogProps) {
	const refresh = useRefreshViews();
	return (
		<ReadDialog isOpen={isOpen} onClose={onClose} title={t("views")} size={520}>
			{views.length === 0 && <p>{t("views.none")}</p>}
			{views.map(({ id: viewId, version, name, search, isShared, author }) => (
				<NamedRow
					key={viewId}
					label={isShared ? sharedName(name, author) : name}
					name={name}
					refresh={refresh}
					onRename={(next) => trpcClient.view.updateView.mutate({ viewId, version, name: next, search, isShared })}
					onDelete={() => trpcClient.view.deleteView.mutate({ viewId })}
					lost={isShared ? t("view.lost.shared") : t("view.lost.own")}
				/>
			))}
		</ReadDialog>
	);
}

function sharedName(name: string, author: SavedView["author"]): string {
	return author === null ? t("view.shared.byYou", { name }) : t("view.shared.by", { name, author });
}
