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
m0009
    }
  }
  