import journal from './meta/_journal.json';
import m0000 from './0000_account.sql';
import m0001 from './0001_sessions.sql';
import m0002 from './0002_log.sql';
import m0003 from './0003_imports_apart.sql';
import m0004 from './0004_fleet.sql';
import m0005 from './0005_group_naming.sql';
import m0006 from './0006_merged_groups.sql';
import m0007 from './0007_devices_archived.sql';
import m0008 from './0008_device_refusals.sql';
import m0009 from './0009_running_work.sql';
import m0010 from './0010_messages.sql';
import m0011 from './0011_invitations.sql';
import m0012 from './0012_old_alerts.sql';
import m0013 from './0013_alert_events.sql';
import m0014 from './0014_contacts.sql';
import m0015 from './0015_contact_addresses_apart.sql';
import m0016 from './0016_alert_event_of_log_line.sql';
import m0017 from './0017_alert_follow_ups.sql';
import m0018 from './0018_failing_since.sql';
import m0019 from './0019_mute_groups_and_rules.sql';
import m0020 from './0020_saved-views.sql';
import m0021 from './0021_free_otto_octavius.sql';
import m0022 from './0022_blushing_bullseye.sql';
import m0023 from './0023_slippery_midnight.sql';
import m0024 from './0024_fluffy_red_skull.sql';
import m0025 from './0025_legal_betty_brant.sql';
import m0026 from './0026_reports.sql';
import m0027 from './0027_company.sql';
import m0028 from './0028_storage.sql';
import m0029 from './0029_first_steps.sql';
import m0030 from './0030_rule_versions.sql';
import m0031 from './0031_brand.sql';
import m0032 from './0032_programs-plans-evidence.sql';
import m0033 from './0033_leaving-events-walls.sql';
import m0034 from './0034_receipts-recoveries.sql';
import m0035 from './0035_catch-ups-due.sql';
import m0036 from './0036_api-key-warnings.sql';
import m0037 from './0037_wall_warnings.sql';
import m0038 from './0038_repeatable-requests.sql';
import m0039 from './0039_rule-faults-and-crossings.sql';
import m0040 from './0040_lost-attempts.sql';
import m0041 from './0041_note-contacts.sql';
import m0042 from './0042_reading-verdicts.sql';
import m0043 from './0043_sent-units.sql';
import m0044 from './0044_sends.sql';
import m0045 from './0045_import-batch.sql';
import m0046 from './0046_printed-hashes.sql';
import m0047 from './0047_derived.sql';
import m0048 from './0048_reading_units.sql';
import m0049 from './0049_languages.sql';
import m0050 from './0050_session_limits.sql';
import m0051 from './0051_line_protocol.sql';
import m0052 from './0052_provider.sql';
import m0053 from './0053_only_sso.sql';
import m0054 from './0054_payload_recipes.sql';
import m0055 from './0055_identity_proof.sql';
import m0056 from './0056_line_filters.sql';
import m0057 from './0057_rosters.sql';
import m0058 from './0058_contact_addresses.sql';
import m0059 from './0059_change_reasons.sql';
import m0060 from './0060_attachments.sql';
import m0061 from './0061_assistants.sql';
import m0062 from './0062_signing.sql';
import m0063 from './0063_sign_in_proofs.sql';
import m0064 from './0064_lake.sql';
import m0065 from './0065_duty_messages.sql';
import m0066 from './0066_alert_storms.sql';
import m0067 from './0067_mail_inboxes.sql';
import m0068 from './0068_notes_and_justified_spans.sql';
import m0069 from './0069_calls_and_drills.sql';
import m0070 from './0070_trail_reviews.sql';
import m0071 from './0071_floor_plans.sql';
import m0072 from './0072_certificates.sql';
import m0073 from './0073_public_links.sql';
import m0074 from './0074_rounds.sql';
import m0075 from './0075_event_assignees.sql';
import m0076 from './0076_evidence_assess.sql';
import m0077 from './0077_duty_leftovers.sql';
import m0078 from './0078_public_link_warnings.sql';

  export default {
    journal,
    migrations: {
      m0000,
m0001,
m0002,
m0003,
m0004,
m0005,
m0006,
m0007,
m0008,
m0009,
m0010,
m0011,
m0012,
m0013,
m0014,
m0015,
m0016,
m0017,
m0018,
m0019,
m0020,
m0021,
m0022,
m0023,
m0024,
m0025,
m0026,
m0027,
m0028,
m0029,
m0030,
m0031,
m0032,
m0033,
m0034,
m0035,
m0036,
m0037,
m0038,
m0039,
m0040,
m0041,
m0042,
m0043,
m0044,
m0045,
m0046,
m0047,
m0048,
m0049,
m0050,
m0051,
m0052,
m0053,
m0054,
m0055,
m0056,
m0057,
m0058,
m0059,
m0060,
m0061,
m0062,
m0063,
m0064,
m0065,
m0066,
m0067,
m0068,
m0069,
m0070,
m0071,
m0072,
m0073,
m0074,
m0075,
m0076,
m0077,
m0078
    }
  }
  