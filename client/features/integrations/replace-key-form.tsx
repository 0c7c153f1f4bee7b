import { Button } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { IntegrationKey, NewIntegrationKey } from "../../../shared/integration-key";
import { readFailure, sentenceFor } from "../../api/api-error";
import { trpc } from "../../api/trpc";
import { FormFailure } from "../../ui/form-failure";
import { usualGrace } from "../../ui/grace-choices";
import { GraceSelect } from "../../ui/grace-select";
import classes from "./integrations.module.css";

type ReplaceKeyFormProps = {
	integration: IntegrationKey;
	onReplaced: (created: NewIntegrationKey) => void;
	onCancel: () => void;
};

export function ReplaceKeyForm({ integration, onReplaced, onCancel }: ReplaceKeyFormProps) {
	const queryClient = useQueryClient();
	const [grace, setGrace] = useState(usualGrace);
	const replacing = useMutation(
		trpc.account.rotateIntegrationKey.mutationOptions({
			// The answer holds the key: nothing keeps it once this form is gone.
			gcTime: 0,
			onSuccess: async (created) => {
				onReplaced(created);
				await queryClient.invalidateQueries(trpc.account.getIntegrationKeys.queryFilter());
			},
		}),
	);
	const graceError = replacing.isError ? readFailure(replacing.error).fields.graceSeconds : undefined;
	return (
		<form
			noValidate
			className={classes.view}
			onSubmit={(event) => {
				event.preventDefault();
				replacing.mutate({ keyId: integration.id, graceSeconds: Number(grace) });
			}}
		>
			<p className={classes.lead}>
				<b>{integration.name}</b> gets a new key. Until you have entered it there, the one in use may go on working.
			</p>
			<GraceSelect
				value={grace}
				onChange={setGrace}
				hasFormer={integration.previousKeyUntil !== null}
				error={graceError}
				autoFocus
			/>
			<FormFailure failure={replacing.isError && !graceError ? sentenceFor(replacing.error) : null} />
			<div className={classes.buttons}>
				<Button variant="default" onClick={onCancel}>
					Cancel
				</Button>
				<Button type="submit" loading={replacing.isPending}>
					Replace key
				</Button>
			</div>
		</form>
	);
}
