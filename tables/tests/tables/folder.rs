//! A folder of tables with other files and folders beside them.

use std::{fs, thread};

use drawproof_tables::file::{FileBytes, Folder, FolderError, State, Table};

use crate::{material, packed};

#[test]
fn a_written_table_is_listed_opened_and_sound() {
    let place = tempfile::tempdir().unwrap();
    let folder = Folder::new(place.path().join("not/there/yet"));
    let krk = material("KRK");
    assert!(folder.list().unwrap().is_empty());
    assert!(matches!(folder.state(krk), State::Missing));
    assert!(matches!(folder.open(krk), Err(FolderError::Missing { .. })));
    let bytes = packed("KRK", 1);
    let path = folder.write(&folder.lock(krk).unwrap(), krk, &bytes).unwrap();
    assert_eq!(path, folder.file(krk));
    assert_eq!(fs::read(path).unwrap(), bytes);
    assert_eq!(folder.list().unwrap(), [krk]);
    assert!(matches!(folder.state(krk), State::Sound));
}

#[test]
fn another_endgames_table_is_refused() {
    let place = tempfile::tempdir().unwrap();
    let folder = Folder::new(place.path());
    fs::write(folder.file(material("KQK")), packed("KRK", 1)).unwrap();
    let error = folder.open(material("KQK")).unwrap_err().to_string();
    assert!(error.contains("expected a table of KQK, found one of KRK"), "{error}");
    assert!(matches!(folder.state(material("KQK")), State::Damaged(_)));
}

#[test]
fn a_half_written_table_of_a_crash_does_no_harm() {
    let place = tempfile::tempdir().unwrap();
    let folder = Folder::new(place.path());
    let krk = material("KRK");
    let bytes = packed("KRK", 1);
    fs::create_dir(place.path().join(".work")).unwrap();
    fs::write(place.path().join(".work/KRK.part"), &bytes[..bytes.len() / 2]).unwrap();
    assert!(matches!(folder.state(krk), State::Missing));
    folder.write(&folder.lock(krk).unwrap(), krk, &bytes).unwrap();
    assert!(matches!(folder.state(krk), State::Sound));
    folder.clean().unwrap();
    assert!(!place.path().join(".work/KRK.part").exists());
}

#[cfg(unix)]
#[test]
fn links_and_pipes_among_half_written_tables_are_not_followed() {
    let place = tempfile::tempdir().unwrap();
    let folder = Folder::new(place.path());
    let (victim, work) = (place.path().join("victim"), place.path().join(".work"));
    fs::write(&victim, "mine").unwrap();
    fs::create_dir(&work).unwrap();
    std::os::unix::fs::symlink(&victim, work.join("KQK.part")).unwrap();
    let kqk = material("KQK");
    folder.write(&folder.lock(kqk).unwrap(), kqk, &packed("KQK", 1)).unwrap();
    assert_eq!(fs::read(&victim).unwrap(), b"mine");
    std::os::unix::fs::symlink(&victim, work.join("KRK.lock")).unwrap();
    assert!(folder.lock(material("KRK")).is_err());
    let pipe = work.join("KPK.lock");
    let made = std::process::Command::new("mkfifo").arg(&pipe).status().unwrap();
    assert!(made.success() && folder.lock(material("KPK")).is_err());
}

#[test]
fn writers_that_no_lock_keeps_apart_both_succeed() {
    let place = tempfile::tempdir().unwrap();
    let folder = Folder::new(place.path());
    let (krk, bytes) = (material("KRK"), packed("KRK", 1));
    let lock = folder.lock(krk).unwrap();
    let left = std::sync::atomic::AtomicUsize::new(2);
    thread::scope(|scope| {
        let writers: Vec<_> = (0..2)
            .map(|_| scope.spawn(|| drop(folder.write(&lock, krk, &bytes).unwrap())))
            .collect();
        // Two unfinished tables are removed, as if their process had been killed.
        while left.load(std::sync::atomic::Ordering::Relaxed) > 0
            && writers.iter().any(|writer| !writer.is_finished())
        {
            for entry in fs::read_dir(place.path().join(".work")).unwrap() {
                let path = entry.unwrap().path();
                let is_half = path.extension().is_some_and(|extension| extension == "part");
                if is_half && fs::remove_file(path).is_ok() {
                    left.fetch_sub(1, std::sync::atomic::Ordering::Relaxed);
                    break;
                }
            }
        }
    });
    assert!(matches!(folder.state(krk), State::Sound));
}

#[test]
fn threads_that_wait_for_the_lock_find_the_table() {
    let place = tempfile::tempdir().unwrap();
    let krk = material("KRK");
    let bytes = packed("KRK", 1);
    let made = std::sync::atomic::AtomicUsize::new(0);
    thread::scope(|scope| {
        for _ in 0..6 {
            scope.spawn(|| {
                let folder = Folder::new(place.path());
                let lock = folder.lock(krk).unwrap();
                if matches!(folder.state(krk), State::Missing) {
                    made.fetch_add(1, std::sync::atomic::Ordering::SeqCst);
                    thread::sleep(std::time::Duration::from_millis(20));
                    folder.write(&lock, krk, &bytes).unwrap();
                }
                assert!(matches!(folder.state(krk), State::Sound));
            });
        }
    });
    assert_eq!(made.into_inner(), 1);
}

#[test]
fn a_folder_in_place_of_a_file_and_a_file_in_place_of_the_folder_are_errors() {
    let place = tempfile::tempdir().unwrap();
    let folder = Folder::new(place.path());
    let krk = material("KRK");
    fs::create_dir(folder.file(krk)).unwrap();
    let State::Damaged(error) = folder.state(krk) else { panic!("a folder is no table") };
    assert!(error.to_string().contains("KRK.dpt"), "{error}");
    let lock = folder.lock(krk).unwrap();
    assert!(folder.write(&lock, krk, &packed("KRK", 1)).is_err());
    assert!(!place.path().join(".work/KRK.part").exists());
    let file = place.path().join("file");
    fs::write(&file, "no folder").unwrap();
    assert!(Folder::new(&file).lock(krk).is_err());
    assert!(matches!(Folder::new(&file).state(krk), State::Damaged(_)));
}

#[test]
fn a_file_cut_short_while_it_is_open_is_an_error_that_names_it() {
    let place = tempfile::tempdir().unwrap();
    let folder = Folder::new(place.path());
    // Too long to be read completely when it is opened.
    let krkn = material("KRKN");
    let bytes = packed("KRKN", 1);
    assert!(bytes.len() > 128 << 10);
    let path = folder.write(&folder.lock(krkn).unwrap(), krkn, &bytes).unwrap();
    let table = folder.open(krkn).unwrap();
    let last = table.layout().count() - 64;
    let value = |index| table.value(drawproof_board::Color::Black, index);
    let cached = value(0).unwrap();
    for length in [bytes.len() - 1, bytes.len() / 2, 4096, 0] {
        fs::OpenOptions::new().write(true).open(&path).unwrap().set_len(length as u64).unwrap();
        let error = value(last).unwrap_err().to_string();
        assert!(error.contains("KRKN.dpt: expected"), "{error}");
        for error in [table.verify_checksums(), table.verify(), table.load().map(drop)] {
            assert!(error.unwrap_err().to_string().contains("KRKN.dpt"));
        }
        assert_eq!(value(0).unwrap(), cached, "a block in the cache is checked");
    }
}

#[test]
fn a_mapped_file_has_the_values_of_one_that_is_read() {
    let place = tempfile::tempdir().unwrap();
    let folder = Folder::new(place.path());
    let krkn = material("KRKN");
    let path = folder.write(&folder.lock(krkn).unwrap(), krkn, &packed("KRKN", 1)).unwrap();
    // SAFETY: no other code knows the file.
    #[expect(unsafe_code, reason = "a file is mapped")]
    let mapped = unsafe { FileBytes::map(&path) }.unwrap();
    let (mapped, read) = (Table::new(mapped, "mapped").unwrap(), folder.open(krkn).unwrap());
    mapped.verify().unwrap();
    for index in (0..read.layout().count()).step_by(1001) {
        for side in drawproof_board::Color::ALL {
            assert_eq!(mapped.value(side, index).unwrap(), read.value(side, index).unwrap());
        }
    }
}

#[test]
fn half_written_tables_of_killed_processes_are_removed() {
    let place = tempfile::tempdir().unwrap();
    let folder = Folder::new(place.path());
    folder.clean().unwrap();
    let part = |name: &str| place.path().join(format!(".work/{name}.part"));
    let [killed, writing] = ["KRK", "KQK"].map(material);
    drop(folder.lock(killed).unwrap());
    let lock = folder.lock(writing).unwrap();
    for name in ["KRK", "KQK", "KBK"] {
        fs::write(part(name), "half").unwrap();
    }
    folder.clean().unwrap();
    assert!(!part("KRK").exists());
    assert!(part("KQK").exists(), "its writer has the lock");
    drop(lock);
    folder.clean().unwrap();
    assert!(!part("KQK").exists());
}

#[test]
fn a_folder_that_is_none_never_counts_as_empty() {
    let place = tempfile::tempdir().unwrap();
    let krk = material("KRK");
    let missing = Folder::new(place.path().join("missing"));
    assert!(!missing.has(krk).unwrap() && missing.list().unwrap().is_empty());
    let file = place.path().join("file");
    fs::write(&file, "no folder").unwrap();
    let folder = Folder::new(&file);
    for error in [folder.list().map(drop), folder.has(krk).map(drop), folder.open(krk).map(drop)] {
        let error = error.unwrap_err();
        assert!(matches!(error, FolderError::System { .. }), "{error}");
        assert!(error.to_string().contains("file"), "{error}");
    }
}

#[cfg(unix)]
#[test]
fn circular_and_dangling_links_are_errors() {
    let place = tempfile::tempdir().unwrap();
    let folder = Folder::new(place.path());
    let (krk, kqk) = (material("KRK"), material("KQK"));
    std::os::unix::fs::symlink(folder.file(krk), folder.file(kqk)).unwrap();
    std::os::unix::fs::symlink(folder.file(kqk), folder.file(krk)).unwrap();
    assert!(matches!(folder.state(krk), State::Damaged(_)));
    fs::remove_file(folder.file(krk)).unwrap();
    // KQK now links to a file that does not exist, which is an error and not a missing table.
    assert!(matches!(folder.state(kqk), State::Damaged(_)));
    // Writing replaces the link by a table.
    folder.write(&folder.lock(kqk).unwrap(), kqk, &packed("KQK", 1)).unwrap();
    assert!(matches!(folder.state(kqk), State::Sound));
}
