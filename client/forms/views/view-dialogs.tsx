import { Button, Checkbox, Modal, TextInput } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { toast } from "sonner";
import { can } from "../../../shared/permissions";
import type { SavedView, ViewScreen } from "../../../shared/view";
import { useAccount } from "../../api/account";
import { trpc, trpcClient } from "../../api/trpc";
import { useOpenedLate } from "../../ui/feedback/lazy-parts";
import { ButtonRow, FormButtons } from "../../ui/form/buttons";
import { ActFailure, NamedRow, useNamedAct } from "../named-row";
import classes from "./views.module.css";

export function useRefreshViews(): () => Promise<void> {
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

export function SaveViewDialog({ isOpen, onClose, ...rest }: SaveViewDialogProps) {
	return (
		<Modal opened={useOpenedLate(isOpen)} onClose={onClose} title="Save as view" size={440}>
			<SaveViewForm onClose={onClose} {...rest} />
		</Modal>
	);
}

function SaveViewForm({ screen, search, onSaved, onClose }: Omit<SaveViewDialogProps, "isOpen">) {
	const { me } = useAccount();
	const mayShare = me.scope === "all" && can(me.role, "addNotes");
	const [name, setName] = useState("");
	const [isShared, setIsShared] = useState(false);
	const { isBusy, error, run } = useNamedAct(useRefreshViews());
	const save = async () => {
		const view = await run(() => trpcClient.view.createView.mutate({ screen, search, name, isShared }));
		if (view === null) return;
		onSaved(view);
		onClose();
		toast.success(`View “${view.name}” saved.`);
	};
	return (
		<form
			className={classes.dialog}
			noValidate
			onSubmit={(event) => {
				event.preventDefault();
				void save();
			}}
		>
			<TextInput
				label="Name"
				description="Keeps the filters, the order and the range as they are now. “Last 7 days” stays the last 7 days."
				data-autofocus
				autoComplete="off"
				value={name}
				error={error?.isOfName && error.text}
				onChange={({ currentTarget: { value } }) => setName(value)}
			/>
			<Checkbox
				label="Share with everybody in the account"
				description={mayShare ? undefined : "Your role or your groups do not allow this."}
				disabled={!mayShare}
				checked={isShared}
				onChange={({ currentTarget: { checked } }) => setIsShared(checked)}
			/>
			<ActFailure error={error} />
			<FormButtons label="Save view" isBusy={isBusy} onCancel={onClose} />
		</form>
	);
}

type ManageViewsDialogProps = { isOpen: boolean; views: SavedView[]; onClose: () => void };

export function ManageViewsDialog({ isOpen, views, onClose }: ManageViewsDialogProps) {
	const refresh = useRefreshViews();
	return (
		<Modal opened={useOpenedLate(isOpen)} onClose={onClose} title="Views" size={520}>
			<div className={classes.dialog}>
				{views.length === 0 && <p>No view is left here that you can change.</p>}
				{views.map(({ id: viewId, version, name, search, isShared, author }) => (
					<NamedRow
						key={viewId}
						label={isShared ? `${name}, shared by ${author ?? "you"}` : name}
						name={name}
						refresh={refresh}
						onRename={(next) => trpcClient.view.updateView.mutate({ viewId, version, name: next, search, isShared })}
						onDelete={() => trpcClient.view.deleteView.mutate({ viewId })}
					/>
				))}
				<ButtonRow>
					<Button variant="default" onClick={onClose}>
						Close
					</Button>
				</ButtonRow>
			</div>
		</Modal>
	);
}
