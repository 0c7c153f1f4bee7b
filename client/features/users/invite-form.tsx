import { Textarea, TextInput } from "@mantine/core";
import { useNavigate } from "@tanstack/react-router";
import { toast } from "sonner";
import { type CurrentAccount, InviteUser, type User } from "../../../shared/account/account";
import type { GroupListRow } from "../../../shared/device/group";
import { trpcClient } from "../../api/trpc";
import { FormFoot, useEntityForm } from "../../forms/entity-form";
import { Callout } from "../../ui/feedback/notes";
import { Card } from "../../ui/layout/card";
import { BackLink } from "../../ui/layout/detail";
import { PageHead } from "../../ui/layout/page-head";
import { AccessFields } from "./access-fields";
import { useKeepUser } from "./user-calls";
import { RightsCard } from "./user-parts";
import { type AccessValues, accessOf, fieldOf, toAccess } from "./user-values";
import classes from "./users.module.css";

type InviteValues = AccessValues & { email: string; note: string };

type InviteFormProps = { account: CurrentAccount; groups: GroupListRow[]; isSignUpOpen: boolean };

export function InviteForm({ account, groups, isSignUpOpen }: InviteFormProps) {
	const { me, companyName } = account;
	const navigate = useNavigate();
	const keepUser = useKeepUser();
	const leave = () => void navigate({ to: "/accounts/users/" });
	const open = async (invited: User) => {
		toast.success(`Invitation sent to ${invited.email}.`);
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
	const { form, formProps } = entityForm;
	const errorAt = (path: string) => (typeof form.errors[path] === "string" ? form.errors[path] : undefined);

	return (
		<>
			<PageHead title="Create new user" subtitle={`An invitation to join ${companyName}, open for 7 days.`}>
				<BackLink to="/accounts/users/">All users</BackLink>
			</PageHead>
			<form {...formProps} className={classes.form} aria-label="Invitation">
				<div className={classes.column}>
					{!isSignUpOpen && (
						<Callout tone="warn">
							Sign-up is closed here. The operator must first create a sign-in for this person, with the same e-mail
							address. Then the invitation can be accepted.
						</Callout>
					)}
					<Card title="Who">
						<div className={classes.fields}>
							<TextInput
								label="E-mail"
								description="They sign in or sign up with this address. No other can use the invitation."
								type="email"
								inputMode="email"
								autoComplete="off"
								withAsterisk
								{...form.getInputProps("email")}
							/>
							<Textarea
								label="Note"
								description="Optional. The e-mail with the invitation shows it."
								autosize
								minRows={2}
								maxRows={6}
								maxLength={500}
								{...form.getInputProps("note")}
							/>
						</div>
					</Card>
					<Card title="Access">
						<div className={classes.fields}>
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
						saveLabel="Send invitation"
						onCancel={leave}
						leaveQuestion="This invitation is not sent yet. Leave and lose what you entered?"
					/>
				</div>
				<RightsCard role={form.values.role} />
			</form>
		</>
	);
}
