import { TextInput } from "@mantine/core";
import { useQueries } from "@tanstack/react-query";
import { useState } from "react";
import { toast } from "sonner";
import type { CurrentAccount } from "../../../../shared/account/account";
import { deletionGraceDays } from "../../../../shared/account/leaving";
import { dayMs } from "../../../../shared/base/durations";
import { deletePurpose } from "../../../../shared/session/identity-confirmation";
import { deviceList } from "../../../api/device-list";
import { userList } from "../../../api/queries";
import { trpcClient } from "../../../api/trpc";
import { ActionDialog, NotSent } from "../../../forms/action-dialog";
import { useIdentityProof } from "../../../forms/identity-proof";
import { formatDate } from "../../../ui/time/time-display";
import { rich, t } from "../../../words/made/account";
import classes from "./leaving.module.css";

type DialogProps = {
	account: Pick<CurrentAccount, "id" | "companyName" | "me">;
	hasSubscription: boolean;
	onDone: () => Promise<void>;
	onClose: () => void;
};

/** Requires the company's name and the password, against slips and unattended browsers. */
export function DeleteAccountDialog({ account, hasSubscription, onDone, onClose }: DialogProps) {
	const { id: accountId, companyName, me } = account;
	const [typed, setTyped] = useState("");
	const [complaint, setComplaint] = useState<string | null>(null);
	const purpose = deletePurpose({ accountId });
	const proof = useIdentityProof({ purpose, email: me.email, what: "delete", isSso: me.secondStep === "provider" });
	const [devices, users] = useQueries({ queries: [deviceList(), userList()] });
	const endsAt = new Date(Date.now() + deletionGraceDays * dayMs);

	const what = { date: <b>{formatDate(endsAt)}</b>, company: companyName };

	const plan = async () => {
		const isNamed = typed.trim() === companyName.trim();
		if (!isNamed)
			setComplaint(
				typed.trim() === "" ? t("deletion.typeFirst", { companyName }) : t("deletion.otherName", { companyName }),
			);
		proof.assertTyped();
		if (!isNamed) throw new NotSent();
		await proof.confirm();
		await trpcClient.account.requestDeletion.mutate({ companyName: typed });
		toast.success(t("deletion.done", { date: formatDate(endsAt) }));
		await onDone();
	};

	return (
		<ActionDialog
			title={t("deletion.title", { companyName })}
			label={t("deletion.confirm", { days: deletionGraceDays })}
			isDangerous
			run={plan}
			onClose={onClose}
			onRejected={({ reason, fields }) => {
				// The password's confirmation lasts two minutes; request it again.
				if (reason === "IDENTITY_NOT_CONFIRMED") proof.restart();
				setComplaint(fields.companyName ?? null);
				return fields.companyName !== undefined;
			}}
		>
			<ul className={classes.facts}>
				<li>
					{devices.data && users.data
						? rich("deletion.whatCounted", { ...what, devices: devices.data.length, users: users.data.length })
						: rich("deletion.whatUncounted", what)}
				</li>
				<li>{t("deletion.untilThen")}</li>
				<li>{t("deletion.then")}</li>
				<li>{t("deletion.exportFirst")}</li>
				<li>{t(hasSubscription ? "deletion.remainsBilled" : "deletion.remains")}</li>
			</ul>
			<TextInput
				label={t("deletion.typeName", { companyName })}
				autoComplete="off"
				autoCapitalize="off"
				spellCheck={false}
				data-autofocus
				value={typed}
				error={complaint}
				onChange={(event) => {
					setTyped(event.currentTarget.value);
					setComplaint(null);
				}}
			/>
			{proof.fields}
		</ActionDialog>
	);
}
