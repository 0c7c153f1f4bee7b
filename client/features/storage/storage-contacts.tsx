import { Radio } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { toast } from "sonner";
import type { StorageContacts } from "../../../shared/account/storage";
import { sentenceFor } from "../../api/api-error";
import { contactGroupList, contactList } from "../../api/queries";
import { trpcClient } from "../../api/trpc";
import { refreshDevices } from "../../device-actions/device-changes";
import { ActionDialog } from "../../forms/action-dialog";
import { RecipientFields } from "../../forms/recipient-fields";
import { t } from "../../words/made/account";
import classes from "./storage.module.css";

const noRecipients: StorageContacts = { contactIds: [], contactGroupIds: [] };

type DialogProps = { chosen: StorageContacts | null; onClose: () => void };

export function StorageContactsDialog({ chosen, onClose }: DialogProps) {
	const [isChosen, setIsChosen] = useState(chosen !== null);
	const [named, setNamed] = useState(chosen ?? noRecipients);
	const [complaint, setComplaint] = useState<string>();
	const people = useQuery(contactList());
	const groups = useQuery(contactGroupList());
	const error = people.error ?? groups.error;
	const run = async () => {
		setComplaint(undefined);
		await trpcClient.billing.setStorageContacts.mutate({ contacts: isChosen ? named : null });
		toast.success(t("storageContactsSaved"));
		await refreshDevices();
	};
	return (
		<ActionDialog
			title={t("whoIsNotifiedOfStorage")}
			label={t("save")}
			run={run}
			onClose={onClose}
			onRejected={({ reason, fields }) => {
				const isGone = reason === "CONTACT_NOT_FOUND" || reason === "CONTACT_GROUP_NOT_FOUND";
				const text = fields["contacts.contactIds"] ?? (isGone ? t("oneOfTheseNoLongerExists") : undefined);
				setComplaint(text);
				return text !== undefined;
			}}
			size="lg"
		>
			<Radio.Group
				label={t("besideTheOwners")}
				value={isChosen ? "chosen" : "rules"}
				onChange={(value) => setIsChosen(value === "chosen")}
			>
				<Radio value="rules" mt="sm" label={t("everyoneTheAlertRulesNotify")} />
				<Radio value="chosen" mt="sm" label={t("contactsChosenHere")} description={t("noneOwnersOnly")} />
			</Radio.Group>
			{isChosen && error && (
				<p className={classes.note}>{t("storageContacts.notShown", { reason: sentenceFor(error) })}</p>
			)}
			{isChosen && people.data && groups.data && (
				<RecipientFields
					contacts={people.data}
					contactGroups={groups.data}
					recipients={named}
					path=""
					errorAt={(path) => (path === "contactIds" ? complaint : undefined)}
					onChange={(changes) => setNamed({ ...named, ...changes })}
				/>
			)}
		</ActionDialog>
	);
}
