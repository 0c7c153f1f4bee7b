import { Textarea, TextInput } from "@mantine/core";
import { useNavigate } from "@tanstack/react-router";
import { toast } from "sonner";
import { type CurrentAccount, InviteUser, type User } from "../../../shared/account/account";
import type { GroupListRow } from "../../../shared/device/group";
import { trpcClient } from "../../api/trpc";
import { FormFoot, useEntityForm } from "../../forms/entity-form";
import { SecondPersonNote } from "../../forms/second-person-note";
import { Callout } from "../../ui/feedback/notes";
import { Card } from "../../ui/layout/card";
import { BackLink } from "../../ui/layout/detail";
import formStyles from "../../ui/layout/form-beside.module.css";
import layout from "../../ui/layout/layouts.module.css";
import { PageHead } from "../../ui/layout/page-head";
import { t } from "../../words/made/account";
import { AccessFields } from "./access-fields";
import { useKeepUser } from "./user-calls";
import { RightsCard } from "./user-parts";
import { type AccessValues, accessOf, fieldOf, toAccess } from "./user-values";

type InviteValues = AccessValues & { email: string; note: string };

type InviteFormProps = { account: CurrentAccount; groups: GroupListRow[]; isSignUpOpen: boolean };

export function InviteForm({ account, groups, isSignUpOpen }: InviteFormProps) {
	const { me, companyName } = account;
	const navigate = useNavigate();
	const keepUser = useKeepUser();
	const leave = () => void navigate({ to: "/accounts/users/" });
	const open = async (invited: User) => {
		toast.success(t("invitationSentToEmail", { email: invited.email }));
		await keepUser(invited);
		await navigate({ to: "/accounts/users/edit/$userId", params: { userId: invited.id } });
	};
	const entityForm = useEntityForm<InviteValues, InviteUser, User>({
		initialValues: { email: "", note: "", ...accessOf({ role: "viewer", scope: me.scope }) },
		isCreation: true,
		schema: InviteUser,
		toInput: ({ email, note, ...access }) => ({ email, note, ...toAccess(access) }),
		save: (input) => trpcClient.account.inviteUser.mutate(input),
		fieldOf,
		fieldOfReason: { ALREADY_A_USER: "email", ALREADY_INVITED: "email" },
		onSaved: (invited) => void open(invited),
	});
	const { form, formProps, errorAt } = entityForm;

	return (
		<>
			<PageHead title={t("createNewUser")} subtitle={t("invite.lead", { companyName })}>
				<BackLink to="/accounts/users/">{t("allUsers")}</BackLink>
			</PageHead>
			<form {...formProps} className={formStyles.form} aria-label={t("invitation")}>
				<div className={layout.stack}>
					<SecondPersonNote kind="roles" />
					{!isSignUpOpen && <Callout tone="warn">{t("invite.signUpClosed")}</Callout>}
					<Card title={t("invite.who")}>
						<div className={layout.padded}>
							<TextInput
								label={t("email")}
								description={t("invite.email.help")}
								type="email"
								inputMode="email"
								autoComplete="off"
								withAsterisk
								{...form.getInputProps("email")}
							/>
							<Textarea
								label={t("note")}
								description={t("invite.note.help")}
								maxRows={6}
								maxLength={500}
								{...form.getInputProps("note")}
							/>
						</div>
					</Card>
					<Card title={t("access")}>
						<div className={layout.padded}>
							<AccessFields
								values={form.values}
								errors={{ role: errorAt("role"), groupIds: errorAt("groupIds") }}
								me={me}
								groups={groups}
								onChange={(change) => form.setValues(change)}
							/>
						</div>
					</Card>
					<FormFoot
						entityForm={entityForm}
						saveLabel={t("sendInvitation")}
						onCancel={leave}
						leaveQuestion={t("invite.leave")}
					/>
				</div>
				<RightsCard role={form.values.role} />
			</form>
		</>
	);
}
