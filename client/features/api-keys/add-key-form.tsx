import { Radio, TextInput } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import type { User } from "../../../shared/account/account";
import { ApiKeyAccess, apiKeyAccess, apiKeyDays, CreateApiKey, type NewApiKey } from "../../../shared/account/api-key";
import { canGrant } from "../../../shared/account/permissions";
import { trpc, trpcClient } from "../../api/trpc";
import { useEntityForm } from "../../forms/entity-form";
import { FormButtons, FormFailure } from "../../ui/form/buttons";
import { Select } from "../../ui/form/select";
import layout from "../../ui/layout/layouts.module.css";
import { t } from "../../words/made/keys";
import classes from "./api-keys.module.css";
import { firstScope, type ScopeChoice, ScopeFields, scopeOf } from "./scope-fields";

type Values = ScopeChoice & { name: string; access: ApiKeyAccess; days: string };

const never = "never";

type AddKeyFormProps = { me: Pick<User, "role" | "scope">; onMade: (made: NewApiKey) => void; onCancel: () => void };

export function AddKeyForm({ me, onMade, onCancel }: AddKeyFormProps) {
	const queryClient = useQueryClient();
	// Not a mutation of the query client: the response holds the key, which no cache may keep.
	const { form, formProps, isSaving, failure, errorAt } = useEntityForm<Values, CreateApiKey, NewApiKey>({
		initialValues: { name: "", access: "read", ...firstScope(me), days: "365" },
		isCreation: true,
		schema: CreateApiKey,
		toInput: ({ name, access, sees, groupIds, days }) => ({
			name,
			access,
			scope: scopeOf({ sees, groupIds }),
			days: apiKeyDays.find((each) => String(each) === days) ?? null,
		}),
		save: (input) => trpcClient.account.createApiKey.mutate(input),
		fieldOf: (path) => (path === "scope" || path.startsWith("scope.") ? "groupIds" : path),
		onSaved: (made) => {
			onMade(made);
			void queryClient.invalidateQueries(trpc.account.getApiKeys.queryFilter());
		},
	});
	const { access, sees, groupIds, days } = form.getValues();
	return (
		<form {...formProps} className={`${layout.column} ${classes.view}`}>
			<TextInput
				label={t("name")}
				description={t("apiKey.name.help")}
				withAsterisk
				autoFocus
				{...form.getInputProps("name")}
			/>
			<Radio.Group
				label={t("permissions")}
				value={access}
				error={form.errors.access ?? form.errors.role}
				onChange={(value) => form.setFieldValue("access", ApiKeyAccess.parse(value))}
			>
				<div className={classes.choices}>
					{ApiKeyAccess.options.map((option) => (
						<Radio
							key={option}
							value={option}
							label={t(`access.${option}`)}
							description={t(`access.${option}.help`)}
							disabled={!canGrant(me.role, apiKeyAccess[option].role)}
						/>
					))}
				</div>
			</Radio.Group>
			<ScopeFields
				me={me}
				value={{ sees, groupIds }}
				error={errorAt("groupIds")}
				onChange={(chosen) => {
					form.setFieldValue("sees", chosen.sees);
					form.setFieldValue("groupIds", chosen.groupIds);
				}}
			/>
			<Select
				label={t("expires")}
				value={days}
				data={[
					...apiKeyDays.map((each) => ({
						value: String(each),
						label: each === 365 ? t("apiKey.afterYear") : t("apiKey.afterDays", { days: each }),
					})),
					{ value: never, label: t("never") },
				]}
				onChange={(chosen) => form.setFieldValue("days", chosen)}
			/>
			<FormFailure failure={failure} />
			<FormButtons label={t("addAPIKey")} isBusy={isSaving} onCancel={onCancel} />
		</form>
	);
}
