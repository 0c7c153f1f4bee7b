import { Checkbox, TextInput } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { toast } from "sonner";
import { can } from "../../../shared/account/permissions";
import type { SavedView, ViewScreen } from "../../../shared/account/view";
import { useAccount } from "../../api/account";
import { trpc, trpcClient } from "../../api/trpc";
import { Dialog } from "../../ui/feedback/dialog";
import { ActionDialogForm, ReadDialog } from "../action-dialog";
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
		<Dialog isForm isOpen={isOpen} onClose={form.onClose} title="Save as view" size={440}>
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
		toast.success(`View “${view.name}” saved.`);
	};
	return (
		<ActionDialogForm
			label="Save view"
			run={save}
			onClose={onClose}
			onRejected={({ fields }) => {
				setComplaint(fields.name);
				return fields.name !== undefined;
			}}
		>
			<TextInput
				label="Name"
				description="Keeps the filters, the order and the range as they are now. “Last 7 days” stays the last 7 days."
				data-autofocus
				autoComplete="off"
				value={name}
				error={complaint}
				onChange={({ currentTarget: { value } }) => setName(value)}
			/>
			<Checkbox
				label="Share with everybody in the account"
				description={mayShare ? undefined : "Your role or your groups do not allow this."}
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
		<ReadDialog isOpen={isOpen} onClose={onClose} title="Views" size={520}>
			{views.length === 0 && <p>No view is left here that you can change.</p>}
			{views.map(({ id: viewId, version, name, search, isShared, author }) => (
				<NamedRow
					key={viewId}
					label={isShared ? `${name}, shared by ${author ?? "you"}` : name}
					name={name}
					refresh={refresh}
					onRename={(next) => trpcClient.view.updateView.mutate({ viewId, version, name: next, search, isShared })}
					onDelete={() => trpcClient.view.deleteView.mutate({ viewId })}
					lost={isShared ? "Everybody in the account loses this view." : "Only you have this view."}
				/>
			))}
		</ReadDialog>
	);
}
