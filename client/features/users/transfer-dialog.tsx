import type { User } from "../../../shared/account/account";
import { transferPurpose } from "../../../shared/session/identity-confirmation";
import { trpcClient } from "../../api/trpc";
import { ActionDialog } from "../../forms/action-dialog";
import { useIdentityProof } from "../../forms/identity-proof";
import { t } from "../../words/made/account";
import { nameOf } from "./user-labels";

type TransferDialogProps = {
	user: User;
	me: User;
	companyName: string;
	onDone: (changed: User) => Promise<void>;
	onClose: () => void;
};

/** Requires the password, so that an unattended browser cannot transfer ownership. */
export function TransferDialog({ user, me, companyName, onDone, onClose }: TransferDialogProps) {
	const name = nameOf(user);
	const purpose = transferPurpose({ userId: user.id });
	const what = "transfer";
	const isSso = me.secondStep === "provider";
	const proof = useIdentityProof({ purpose, email: me.email, what, isLeftToBackend: true, isFirst: true, isSso });
	const transfer = async () => {
		await proof.confirm();
		await onDone(await trpcClient.account.transferOwnership.mutate({ userId: user.id }));
	};
	return (
		<ActionDialog
			title={t("makeNameTheOwner", { name })}
			label={t("transferOwnership")}
			isDangerous
			run={transfer}
			onClose={onClose}
			onRejected={({ reason }) => {
				if (reason === "IDENTITY_NOT_CONFIRMED") proof.restart();
				return false;
			}}
		>
			<p>{t("transfer.what", { name, companyName })}</p>
			{proof.fields}
		</ActionDialog>
	);
}
